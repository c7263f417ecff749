import type { Risk } from './risk.ts';

/**
 * Words by which people say that something was done; several languages. That a text names a file or a program says nothing of
 * what was done with it. Linear: literal alternatives only.
 */
const WORDS: Readonly<Record<string, RegExp>> = {
  force_push: /forc|push|überschrieb|強制|强制|강제|プッシュ|推送|푸시/i,
  recursive_delete:
    /delet|remov|clean|clear|wip|\brm\b|purg|drop|lösch|entfern|supprim|elimin|borr|apag|削除|删除|삭제/i,
  history_rewrite:
    /rebas|amend|squash|history|reset|rewrit|rewrote|filter|reflog|forc|verlauf|historique|historial|histórico|履歴|历史|기록/i,
  db_drop:
    /drop|truncat|delet|wip|reset|lösch|supprim|elimin|borr|apag|削除|删除|삭제|database|datenbank|base de d|データベース|数据库|데이터베이스/i,
  publish: /publish|releas|upload|deploy|registry|veröffentlich|publi|公開|发布|게시/i,
  privilege: /sudo|\broot\b|privileg|admin|permission|rechte|droits|permis|権限|权限|권한/i,
};

/** Whether a text of the agent's mentions a risk. */
export function isMentioned({ effect }: Pick<Risk, 'effect'>, text: string): boolean {
  return WORDS[effect]?.test(text) === true;
}

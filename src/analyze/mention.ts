import { baseName } from '../shell/path.ts';
import type { Risk } from './risk.ts';

/** Words by which people say that something was done; several languages. Linear: literal alternatives only. */
const WORDS: Readonly<Record<string, RegExp>> = {
  force_push: /forc|--force|push|überschrieb|強制|强制|강제/i,
  recursive_delete:
    /delet|remov|clean|clear|wip|rm |rm-|purg|drop|lösch|entfern|supprim|elimin|borr|apag|remov|削除|删除|삭제/i,
  history_rewrite:
    /rebas|amend|squash|history|reset|rewrit|filter|reflog|force|verlauf|historique|historial|histórico|履歴|历史|기록/i,
  db_drop:
    /drop|truncat|delet|database|table|schema|wip|reset|datenbank|tabelle|base de d|tabla|tabela|データベース|数据库|데이터베이스/i,
  publish: /publish|releas|upload|deploy|registry|npm|veröffentlich|publi|公開|发布|게시/i,
  privilege: /sudo|root|privileg|admin|permission|chmod|chown|rechte|droits|permis|権限|权限|권한/i,
};

/** Whether a text of the agent's mentions a risk: by a word for it, by the command, or by what it touched. */
export function isMentioned({ effect, step }: Risk, text: string): boolean {
  if (WORDS[effect]?.test(text) === true) return true;
  const names = step.placed.flatMap(({ target }) => {
    const name = baseName(target.path);
    return name.length > 2 ? [name] : [];
  });
  const command = step.command?.name ?? '';
  return [...names, ...(command.length > 2 ? [command] : [])].some((name) => text.includes(name));
}

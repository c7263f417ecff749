import { isCredentialPath } from '../../shell/credentials.ts';
import type { Action } from '../actions.ts';
import { credentialIn } from '../credential-text.ts';
import type { Found, Rule } from '../rule.ts';
import type { Contents } from '../timeline/contents.ts';
import type { At, Content } from '../timeline/item.ts';

/**
 * TK-X004: what a tool gave back holds a credential: it is now with the model's provider, and in the transcript. Example:
 * `cat .env`. The finding says of what kind, never which.
 */
export const credentialOutput: Rule = {
  id: 'TK-X004',
  title: 'A credential is in a tool’s output.',
  severity: 'medium',
  needs: [],
  run: ({ contents, isOwn }, { actions }) => {
    const found: Found[] = [];
    for (const action of actions) {
      if (!isOwn(action.at)) continue;
      const outputs = outputsOf(action);
      const seen = outputs.map(({ content }) => credentialIn(contents.words(content) ?? ''));
      const at = seen.findIndex((kind) => kind !== undefined);
      const what = at >= 0 ? seen[at] : credentialFile(action, outputs, contents);
      if (what === undefined) continue;
      const where = outputs[Math.max(at, 0)]!;
      found.push({
        text: `${what} is in the output of ${action.tool}`,
        cites: [where.at, action.at],
        ...(where.hook ? {} : { trust: 'transcript' }),
      });
    }
    return found;
  },
};

type Output = { readonly at: At; readonly content: Content; readonly hook: boolean };

/** What the call gave back: by the hook, where it told, else by the transcript. */
function outputsOf({ call, request }: Action): readonly Output[] {
  const seen = call?.completion?.result;
  if (seen !== undefined) return [{ at: call!.completion!.at, content: seen, hook: true }];
  return (request?.results ?? []).flatMap(({ at, body, detail }): Output[] => {
    const content = body ?? detail;
    return content === undefined ? [] : [{ at, content, hook: false }];
  });
}

/** A file of credentials that was read whole and gave something. */
function credentialFile(
  { state, examination }: Action,
  outputs: readonly Output[],
  contents: Contents,
): string | undefined {
  if (state !== 'ran' || outputs.length === 0) return undefined;
  const gave = (): boolean => outputs.some(({ content }) => (contents.words(content) ?? '').trim() !== '');
  const read = examination()?.steps.some(
    ({ command, placed }) =>
      (command === undefined || PRINTS.test(command.name)) &&
      placed.some(({ target, names }) => target.role === 'read' && names.some(isCredentialPath)),
  );
  return read === true && gave() ? 'the content of a credential file' : undefined;
}

/** Commands that print what they read. */
const PRINTS = /^(cat|tac|less|more|head|tail|bat|nl|xxd|od|hexdump|base64|strings|grep|rg|sed|awk)$/;

import type { Redirection } from 'unbash';
import type { Input, Redirect } from './command.ts';
import { expandParts, expandWord } from './expand.ts';
import { joinFields } from './fields.ts';
import { expander } from './substitute.ts';
import { type At, problem, spend } from './walk-state.ts';
import { literal } from './word.ts';

/** The redirects of a command, and what its stdin becomes by them. */
export function redirectsOf(
  nodes: readonly Redirection[],
  at: At,
): { readonly redirects: readonly Redirect[]; readonly input?: Input } {
  const x = expander(at);
  const redirects: Redirect[] = [];
  let input = at.context.input;
  for (const node of nodes) {
    if (!spend(at.walk, 1)) break;
    if (node.type === 'HereDoc') {
      if (node.closing === undefined)
        problem(at.walk, 'unreadable', `here-document is not closed at ${node.pos}`);
      const parts = node.delimiter?.quoted ? undefined : node.body.parts;
      const word = parts === undefined ? literal(node.body.text) : expandParts(parts, x);
      input = { kind: 'text', text: word.text };
      redirects.push({ operator: '<<', word });
    } else if (node.target !== undefined) {
      const fields = expandWord(node.target, x);
      // `> {a,b}` is an error to bash; zsh writes to each.
      if (node.operator.startsWith('>') && fields.length > 1 && node.target.text.includes('{')) {
        for (const word of fields) redirects.push({ operator: node.operator, word });
        continue;
      }
      const word = fields.length === 1 ? fields[0]! : joinFields(fields);
      if (/^[<>]&$/.test(node.operator) && /^(\d+|-)-?$/.test(word.text)) continue;
      if (node.type === 'HereString')
        input = word.from ? { kind: 'pipe', from: word.from } : { kind: 'text', text: `${word.text}\n` };
      else if (node.operator === '<')
        input = word.from ? { kind: 'pipe', from: word.from } : { kind: 'file', file: word };
      redirects.push({ operator: node.operator, word });
    }
  }
  return input === undefined ? { redirects } : { redirects, input };
}

import { type Fields, fork } from './env.ts';
import { outputText, outputWords } from './output.ts';
import type { Expander } from './parameter.ts';
import { type At, type Outputs, spend } from './walk-state.ts';
import { UNKNOWN, type Word } from './word.ts';

/** What expanding a word at this place of the line needs. */
export function expander(at: At): Expander {
  const { walk, env, context } = at;
  return {
    env,
    spend: (units) => spend(walk, units),
    substitute: (script, kind) => {
      const outputs = walk.body(script, {
        ...{ walk, env: fork(env) },
        context: { ...context, depth: context.depth + 1 },
      });
      return printed(outputs, kind);
    },
  };
}

function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

function printed(outputs: Outputs, kind: 'output' | 'file'): Fields {
  if (kind === 'file') return [{ text: '/dev/fd/$(…)', unresolved: true, from: outputs }];
  const text = outputText(outputs);
  if (text !== undefined) return [{ text: withoutFinalNewlines(text) }];
  const words = outputWords(outputs);
  const from: Word = { ...UNKNOWN, from: outputs };
  return words === undefined ? [from] : words.map((word) => ({ ...word, from: outputs }));
}

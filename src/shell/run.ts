import { type Command, parse } from 'unbash';
import { beyondBudget } from './budget.ts';
import { type Builtin, runBuiltin } from './builtins.ts';
import type { Input, Redirect, SimpleCommand } from './command.ts';
import { assign, type Env, type Fields, fork, merge } from './env.ts';
import { ambiguous, expandOne, expandWord } from './expand.ts';
import type { Inner } from './inner.ts';
import { baseName, joinPath } from './path.ts';
import { redirectsOf } from './redirects.ts';
import { expander } from './substitute.ts';
import { unwrap } from './unwrap.ts';
import { type At, type Context, MAX_DEPTH, type Outputs, problem, spend } from './walk-state.ts';
import { literal, UNKNOWN, UNKNOWN_TEXT, type Word } from './word.ts';
import { SHELLS } from './wrappers.ts';
import { fileScript, rememberFile } from './written-scripts.ts';

/** Reads one command of the source: once for each value that its variables and its directory may have. */
export function runCommand(node: Command, at: At): Outputs {
  const { env } = at;
  const names = ambiguous([node.name?.text ?? '', ...[...node.prefix, ...node.suffix].map(sourceOf)], env);
  const variants = variantsOf(env, names);
  if (variants.length === 1) return runOnce(node, at);
  const out: SimpleCommand[] = [];
  for (const variant of variants) {
    if (!spend(at.walk, 1)) break;
    out.push(...runOnce(node, { ...at, env: variant }));
  }
  for (const variant of variants) takeBack(env, variant, names);
  return out;
}

function takeBack(env: Env, variant: Env, names: readonly string[]): void {
  for (const name of names) variant.vars.delete(name);
  merge(env, variant);
}

function sourceOf(node: Command['suffix'][number]): string {
  if (node.type === 'Word' || node.type === 'Assignment') return node.text;
  if (node.type === 'HereDoc') return node.body.text;
  return node.target?.text ?? '';
}

function variantsOf(env: Env, names: readonly string[]): readonly Env[] {
  let out: Env[] = env.cwds.length > 1 ? env.cwds.map((cwd) => ({ ...fork(env), cwds: [cwd] })) : [env];
  for (const name of names) {
    const values = env.vars.get(name) ?? [];
    out = out.flatMap((base) =>
      values.map((value) => {
        const variant = fork(base);
        variant.vars.set(name, [value]);
        return variant;
      }),
    );
    if (out.length > 64) break;
  }
  return out;
}

function runOnce(node: Command, at: At): Outputs {
  const x = expander(at);
  const assignments = node.prefix.flatMap((part) => (part.type === 'Assignment' ? [assigned(part, at)] : []));
  const { redirects, input } = redirectsOf(node.redirects, at);
  if (node.name === undefined) {
    for (const { name, value, index } of assignments)
      assign(at.env, name, [index === undefined ? value : withElement(at.env, { name, index, value })]);
    if (redirects.length > 0) emit(at, { words: [], assignments: [], redirects });
    return [];
  }
  const words = [...expandWord(node.name, x)];
  for (const arg of node.args) {
    if (arg.type === 'Word') words.push(...expandWord(arg, x));
    else
      words.push(
        literal(
          `${arg.name}=${assigned(arg, at)
            .value.map((word) => word.text)
            .join(' ')}`,
        ),
      );
  }
  const values = assignments.map(({ name, value }) => ({ name, value: value[0] ?? literal('') }));
  return runWords({ words, assignments: values, redirects, ...(input === undefined ? {} : { input }) }, at);
}

function assigned(
  part: Extract<Command['prefix'][number], { type: 'Assignment' }>,
  at: At,
): { readonly name: string; readonly value: Fields; readonly index?: Word } {
  const x = expander(at);
  if (part.value.type === 'ArrayValue') {
    const elements = part.value.elements.flatMap((element) => expandWord(element, x));
    return { name: part.name, value: elements.map(withoutKey) };
  }
  const value = expandOne(part.value, x);
  if (part.index !== undefined) return { name: part.name, value: [value], index: expandOne(part.index, x) };
  if (!part.append) return { name: part.name, value: [value] };
  const before = at.env.vars.get(part.name)?.[0]?.[0];
  return { name: part.name, value: [{ ...value, text: (before?.text ?? '') + value.text }] };
}

/** `[key]=value` in an array's list. */
function withoutKey(word: Word): Word {
  const match = /^\[[^\]]{0,80}\]=/.exec(word.text);
  return match === null ? word : { ...word, text: word.text.slice(match[0].length) };
}

/** The array with one element set; one whose place is unknown stands at the end. */
function withElement(
  env: Env,
  { name, index, value }: { readonly name: string; readonly index: Word; readonly value: Fields },
): Fields {
  const fields = [...(env.vars.get(name)?.[0] ?? [])];
  const at = /^\d{1,2}$/.test(index.text) && !index.unresolved ? Number(index.text) : fields.length;
  while (fields.length < at) fields.push(literal(''));
  fields[at] = value[0] ?? literal('');
  return fields.length > 256 ? [UNKNOWN] : fields;
}

/** A command's words as they stand before it runs. */
type Ready = {
  readonly words: readonly Word[];
  readonly assignments: SimpleCommand['assignments'];
  readonly redirects: readonly Redirect[];
  readonly input?: Input;
  readonly cwd?: Word;
};

function emit(at: At, ready: Ready, wrapper = false): SimpleCommand {
  const first = ready.words[0];
  const input = ready.input ?? at.context.input;
  const command: SimpleCommand = {
    words: ready.words,
    name: first === undefined || first.unresolved ? '' : baseName(first.text).replace(/\.exe$/i, ''),
    assignments: ready.assignments,
    redirects: ready.redirects,
    cwd: ready.cwd ?? at.env.cwds[0]!,
    via: at.context.via,
    ...(wrapper ? { wrapper } : {}),
    place: at.context.place,
    ...(input === undefined ? {} : { input }),
    depth: at.context.depth,
  };
  at.walk.commands.push(command);
  return command;
}

function runWords(ready: Ready, at: At): Outputs {
  if (!spend(at.walk, 1)) return [];
  const index = at.walk.commands.length;
  const command = emit(at, ready);
  const body = at.env.functions.get(command.name);
  if (body !== undefined && !at.context.via.includes(`${command.name}()`)) {
    at.walk.commands[index] = { ...command, wrapper: true };
    return callFunction(command, body, at);
  }
  const effect: Builtin | undefined = runBuiltin(command, at.env);
  rememberFile(at.walk, command);
  if (effect === 'done') return [command];
  const inners = [...unwrap(command), ...fileScript(command, at.walk)];
  if (inners.length === 0) return [command];
  const prefixes = inners.every((inner) => inner.words !== undefined);
  at.walk.commands[index] = { ...command, wrapper: true };
  const outputs = inners.flatMap((inner) => runInner(inner, command, at));
  return prefixes && outputs.length > 0 ? outputs : [...outputs, command];
}

function callFunction(
  command: SimpleCommand,
  body: NonNullable<ReturnType<Env['functions']['get']>>,
  at: At,
): Outputs {
  const args = at.env.args;
  at.env.args = command.words.slice(1);
  const outputs = at.walk.body(body, {
    ...at,
    context: inside(at.context, command, `${command.name}()`),
  });
  if (args === undefined) delete at.env.args;
  else at.env.args = args;
  return outputs;
}

function inside(context: Context, command: SimpleCommand, name: string): Context {
  const input = command.input;
  return {
    ...context,
    via: [...context.via, name],
    depth: context.depth + 1,
    ...(input === undefined ? {} : { input }),
  };
}

function runInner(inner: Inner, command: SimpleCommand, at: At): Outputs {
  const context = { ...inside(at.context, command, command.name), place: inner.place ?? at.context.place };
  if (context.depth > MAX_DEPTH) {
    problem(at.walk, 'too_deep', `nested more than ${MAX_DEPTH} deep`);
    return [];
  }
  if (inner.words === undefined) return runScript(inner, command, { ...at, context });
  const assignments = [...command.assignments, ...(inner.assignments ?? [])];
  const cwd = inner.cwd === undefined ? command.cwd : literal(joinPath(command.cwd.text, inner.cwd.text));
  const env = fork(at.env);
  const input = inner.input === undefined ? {} : { input: inner.input };
  return runWords({ words: inner.words, assignments, redirects: [], cwd, ...input }, { ...at, env, context });
}

/** Reads the script that a command is given. `at` is within the command. */
function runScript(inner: Inner, command: SimpleCommand, at: At): Outputs {
  // What a substitution prints cannot be parsed; the effects of the command itself say so.
  if (inner.script === undefined || inner.script.text.trim() === UNKNOWN_TEXT) return [];
  if (!spend(at.walk, 1 + Math.ceil(inner.script.text.length / 64))) return [];
  const text = inner.script.text.replaceAll(UNKNOWN_TEXT, '$_unknown');
  const beyond = beyondBudget(text);
  if (beyond !== undefined) {
    problem(at.walk, beyond.kind, beyond.what);
    return [];
  }
  const env = inner.same ? at.env : fork(at.env);
  // What stands before `sh -c` (`f=x sh -c 'echo > $f'`) is in its environment.
  if (!inner.same)
    for (const { name, value } of [...command.assignments, ...(inner.assignments ?? [])])
      assign(env, name, [[value]]);
  if (inner.args !== undefined) env.args = inner.args;
  if (inner.zero !== undefined) assign(env, '0', [[inner.zero]]);
  if (inner.cwd !== undefined) env.cwds = [inner.cwd];
  // The script's stdin is the command's, unless the script came in by it.
  const fed = SHELLS.has(command.name) && inner.args === undefined;
  const { input, ...rest } = at.context;
  return at.walk.body(parse(text), {
    ...at,
    env,
    context: fed || input === undefined ? rest : { ...rest, input },
  });
}

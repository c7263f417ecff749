import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  For,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Statement,
  While,
} from 'unbash';
import type { SimpleCommand } from './command.ts';
import { assign, type Body, fork, merge } from './env.ts';
import { expandWord } from './expand.ts';
import { redirectsOf } from './redirects.ts';
import { runCommand } from './run.ts';
import { expander } from './substitute.ts';
import { type At, MAX_DEPTH, type Outputs, problem, spend, type Walk } from './walk-state.ts';
import { UNKNOWN } from './word.ts';

/** Reads a parsed script or a function's body. */
export function walkBody(body: Body, at: At): Outputs {
  const { walk } = at;
  if (at.context.depth > MAX_DEPTH) {
    problem(walk, 'too_deep', `nested more than ${MAX_DEPTH} deep`);
    return [];
  }
  if (body.type === 'Script') noteErrors(walk, body);
  return walkList(body.commands, at);
}

function noteErrors(walk: Walk, script: ParsedScript): void {
  for (const error of script.errors ?? []) {
    const deep = error.message.includes('nesting depth exceeded');
    problem(walk, deep ? 'too_deep' : 'unreadable', `${error.message} at ${error.pos}`);
  }
}

function walkList(statements: readonly Statement[], at: At): Outputs {
  const out: SimpleCommand[] = [];
  const { walk, env } = at;
  for (const statement of statements) {
    if (!spend(walk, 1)) break;
    const inside = statement.background ? fork(env) : env;
    for (const command of walkNode(statement.command, { ...at, env: inside })) out.push(command);
  }
  return out;
}

function walkNode(node: PipelineNode | AndOr | CompoundList, at: At): Outputs {
  switch (node.type) {
    case 'AndOr':
      return walkAndOr(node, at);
    case 'Pipeline':
      return walkPipeline(node, at);
    case 'CompoundList':
      return walkList(node.commands, at);
    default:
      return walkCommand(node, at);
  }
}

function walkAndOr(node: AndOr, at: At): Outputs {
  const out: SimpleCommand[] = [];
  const { walk, env } = at;
  for (const [i, member] of node.commands.entries()) {
    if (!spend(walk, 1)) break;
    const before = node.commands[i - 1];
    // `cd x && …` is taken to succeed; what follows a test or stands after `||` may not run.
    const unsure = i > 0 && (node.operators[i - 1] === '||' || (before !== undefined && isTest(before)));
    const inside = unsure ? fork(env) : env;
    for (const command of walkNode(member, { ...at, env: inside })) out.push(command);
    if (unsure) merge(env, inside);
  }
  return out;
}

function isTest(node: PipelineNode): boolean {
  if (node.type === 'TestCommand' || node.type === 'ArithmeticCommand') return true;
  if (node.type === 'Pipeline') return node.prefixes.some((prefix) => prefix.type === 'Negation');
  return node.type === 'Command' && ['[', 'test', 'false'].includes(node.name?.text ?? '');
}

function walkPipeline(node: Pipeline, at: At): Outputs {
  const { walk, env, context } = at;
  let input = context.input;
  let outputs: Outputs = [];
  for (const member of node.commands) {
    if (!spend(walk, 1)) break;
    const inside = node.commands.length > 1 ? fork(env) : env;
    outputs = walkNode(member, {
      ...{ walk, env: inside },
      context: { ...context, ...(input === undefined ? {} : { input }) },
    });
    input = { kind: 'pipe', from: outputs };
  }
  return outputs;
}

function walkCommand(node: CommandNode, at: At): Outputs {
  switch (node.type) {
    case 'Command':
      return runCommand(node, at);
    case 'Redirected':
      return walkRedirected(node, at);
    case 'Subshell':
      return walkList(node.body.commands, { ...at, env: fork(at.env) });
    case 'BraceGroup':
      return walkList(node.body.commands, at);
    case 'If':
      return walkIf(node, at);
    case 'For':
    case 'Select':
      return walkFor(node, at);
    case 'While':
      return walkWhile(node, at);
    case 'Case':
      return walkCase(node, at);
    case 'ArithmeticFor':
      return walkBranch(node.body, at);
    case 'Coproc':
      return walkNode(node.body, { ...at, env: fork(at.env) });
    case 'Function':
      at.env.functions.set(node.name.value, functionBody(node.body));
      return [];
    default:
      return walkTests(node, at);
  }
}

function functionBody(body: Extract<CommandNode, { type: 'Function' }>['body']): CompoundList {
  if (body.type === 'BraceGroup') return body.body;
  const { pos, end } = body;
  if (body.type === 'CompoundList') return body;
  const statement: Statement = { type: 'Statement', pos, end, command: body, background: undefined };
  return { type: 'CompoundList', pos, end, commands: [statement] };
}

function walkRedirected(node: Redirected, at: At): Outputs {
  const { walk, env, context } = at;
  const { redirects, input } = redirectsOf(node.redirects, at);
  const files = redirects.filter((redirect) => !redirect.operator.startsWith('<<'));
  if (files.length > 0)
    walk.commands.push({
      words: [],
      name: '',
      assignments: [],
      redirects: files,
      cwd: env.cwds[0]!,
      via: context.via,
      place: context.place,
      depth: context.depth,
    });
  return walkCommand(node.command, {
    ...at,
    context: { ...context, ...(input === undefined ? {} : { input }) },
  });
}

function walkBranch(list: CompoundList, at: At): Outputs {
  const inside = fork(at.env);
  const out = walkList(list.commands, { ...at, env: inside });
  merge(at.env, inside);
  return out;
}

function walkIf(node: If, at: At): Outputs {
  walkList(node.clause.commands, at);
  const out = [...walkBranch(node.then, at)];
  for (const elif of node.elif) {
    walkList(elif.clause.commands, at);
    out.push(...walkBranch(elif.then, at));
  }
  if (node.else !== undefined) out.push(...walkBranch(node.else, at));
  return out;
}

function walkFor(node: For | Extract<CommandNode, { type: 'Select' }>, at: At): Outputs {
  const items = node.wordlist?.flatMap((word) => expandWord(word, expander(at))) ?? at.env.args ?? [UNKNOWN];
  assign(
    at.env,
    node.name.value,
    items.map((item) => [item]),
  );
  return walkBranch(node.body, at);
}

function walkWhile(node: While, at: At): Outputs {
  walkList(node.clause.commands, at);
  return walkBranch(node.body, at);
}

function walkCase(node: Case, at: At): Outputs {
  expandWord(node.word, expander(at));
  return node.items.flatMap((item) => walkBranch(item.body, at));
}

/** `[[ … ]]` and `(( … ))` run nothing but the substitutions in them. */
function walkTests(node: CommandNode, at: At): Outputs {
  const x = expander(at);
  if (node.type !== 'TestCommand') return [];
  const open = [node.expression];
  for (let test = open.pop(); test !== undefined; test = open.pop()) {
    if (test.type === 'TestLogical') open.push(...[...test.operands].reverse());
    else if (test.type === 'TestNot') open.push(test.operand);
    else if (test.type === 'TestGroup') open.push(test.expression);
    else if (test.type === 'TestUnary') expandWord(test.operand, x);
    else for (const word of [test.left, test.right]) expandWord(word, x);
  }
  return [];
}

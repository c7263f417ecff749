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
import { assign, type Body, type Env, fork, merge } from './env.ts';
import { expandWord } from './expand.ts';
import { redirectsOf } from './redirects.ts';
import { runCommand } from './run.ts';
import { expander } from './substitute.ts';
import { type Context, MAX_DEPTH, type Outputs, problem, spend, type Walk } from './walk-state.ts';
import { UNKNOWN } from './word.ts';

/** Reads a parsed script or a function's body. */
export function walkBody(walk: Walk, body: Body, env: Env, context: Context): Outputs {
  if (context.depth > MAX_DEPTH) {
    problem(walk, 'too_deep', `nested more than ${MAX_DEPTH} deep`);
    return [];
  }
  if (body.type === 'Script') noteErrors(walk, body);
  return walkList(walk, body.commands, env, context);
}

function noteErrors(walk: Walk, script: ParsedScript): void {
  for (const error of script.errors ?? []) {
    const deep = error.message.includes('nesting depth exceeded');
    problem(walk, deep ? 'too_deep' : 'unreadable', `${error.message} at ${error.pos}`);
  }
}

function walkList(walk: Walk, statements: readonly Statement[], env: Env, context: Context): Outputs {
  const out: SimpleCommand[] = [];
  for (const statement of statements) {
    if (!spend(walk, 1)) break;
    const inside = statement.background ? fork(env) : env;
    for (const command of walkNode(walk, statement.command, inside, context)) out.push(command);
  }
  return out;
}

function walkNode(
  walk: Walk,
  node: PipelineNode | AndOr | CompoundList,
  env: Env,
  context: Context,
): Outputs {
  switch (node.type) {
    case 'AndOr':
      return walkAndOr(walk, node, env, context);
    case 'Pipeline':
      return walkPipeline(walk, node, env, context);
    case 'CompoundList':
      return walkList(walk, node.commands, env, context);
    default:
      return walkCommand(walk, node, env, context);
  }
}

function walkAndOr(walk: Walk, node: AndOr, env: Env, context: Context): Outputs {
  const out: SimpleCommand[] = [];
  for (const [i, member] of node.commands.entries()) {
    if (!spend(walk, 1)) break;
    const before = node.commands[i - 1];
    // `cd x && …` is taken to succeed; what follows a test or stands after `||` may not run.
    const unsure = i > 0 && (node.operators[i - 1] === '||' || (before !== undefined && isTest(before)));
    const inside = unsure ? fork(env) : env;
    for (const command of walkNode(walk, member, inside, context)) out.push(command);
    if (unsure) merge(env, inside);
  }
  return out;
}

function isTest(node: PipelineNode): boolean {
  if (node.type === 'TestCommand' || node.type === 'ArithmeticCommand') return true;
  if (node.type === 'Pipeline') return node.prefixes.some((prefix) => prefix.type === 'Negation');
  return node.type === 'Command' && ['[', 'test', 'false'].includes(node.name?.text ?? '');
}

function walkPipeline(walk: Walk, node: Pipeline, env: Env, context: Context): Outputs {
  let input = context.input;
  let outputs: Outputs = [];
  for (const member of node.commands) {
    if (!spend(walk, 1)) break;
    const inside = node.commands.length > 1 ? fork(env) : env;
    outputs = walkNode(walk, member, inside, { ...context, ...(input === undefined ? {} : { input }) });
    input = { kind: 'pipe', from: outputs };
  }
  return outputs;
}

function walkCommand(walk: Walk, node: CommandNode, env: Env, context: Context): Outputs {
  switch (node.type) {
    case 'Command':
      return runCommand(walk, node, env, context);
    case 'Redirected':
      return walkRedirected(walk, node, env, context);
    case 'Subshell':
      return walkList(walk, node.body.commands, fork(env), context);
    case 'BraceGroup':
      return walkList(walk, node.body.commands, env, context);
    case 'If':
      return walkIf(walk, node, env, context);
    case 'For':
    case 'Select':
      return walkFor(walk, node, env, context);
    case 'While':
      return walkWhile(walk, node, env, context);
    case 'Case':
      return walkCase(walk, node, env, context);
    case 'ArithmeticFor':
      return walkBranch(walk, node.body, env, context);
    case 'Coproc':
      return walkNode(walk, node.body, fork(env), context);
    case 'Function':
      env.functions.set(node.name.value, functionBody(node.body));
      return [];
    default:
      return walkTests(walk, node, env, context);
  }
}

function functionBody(body: Extract<CommandNode, { type: 'Function' }>['body']): CompoundList {
  if (body.type === 'BraceGroup') return body.body;
  const { pos, end } = body;
  if (body.type === 'CompoundList') return body;
  const statement: Statement = { type: 'Statement', pos, end, command: body, background: undefined };
  return { type: 'CompoundList', pos, end, commands: [statement] };
}

function walkRedirected(walk: Walk, node: Redirected, env: Env, context: Context): Outputs {
  const { redirects, input } = redirectsOf({ walk, nodes: node.redirects, env, context });
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
  return walkCommand(walk, node.command, env, { ...context, ...(input === undefined ? {} : { input }) });
}

function walkBranch(walk: Walk, list: CompoundList, env: Env, context: Context): Outputs {
  const inside = fork(env);
  const out = walkList(walk, list.commands, inside, context);
  merge(env, inside);
  return out;
}

function walkIf(walk: Walk, node: If, env: Env, context: Context): Outputs {
  walkList(walk, node.clause.commands, env, context);
  const out = [...walkBranch(walk, node.then, env, context)];
  for (const elif of node.elif) {
    walkList(walk, elif.clause.commands, env, context);
    out.push(...walkBranch(walk, elif.then, env, context));
  }
  if (node.else !== undefined) out.push(...walkBranch(walk, node.else, env, context));
  return out;
}

function walkFor(
  walk: Walk,
  node: For | Extract<CommandNode, { type: 'Select' }>,
  env: Env,
  context: Context,
): Outputs {
  const items = node.wordlist?.flatMap((word) => expandWord(word, expander(walk, env, context))) ??
    env.args ?? [UNKNOWN];
  assign(
    env,
    node.name.value,
    items.map((item) => [item]),
  );
  return walkBranch(walk, node.body, env, context);
}

function walkWhile(walk: Walk, node: While, env: Env, context: Context): Outputs {
  walkList(walk, node.clause.commands, env, context);
  return walkBranch(walk, node.body, env, context);
}

function walkCase(walk: Walk, node: Case, env: Env, context: Context): Outputs {
  expandWord(node.word, expander(walk, env, context));
  return node.items.flatMap((item) => walkBranch(walk, item.body, env, context));
}

/** `[[ … ]]` and `(( … ))` run nothing but the substitutions in them. */
function walkTests(walk: Walk, node: CommandNode, env: Env, context: Context): Outputs {
  const x = expander(walk, env, context);
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

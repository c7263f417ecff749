import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { homePaths } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { check, checkInput } from '../policy/check.ts';
import { readPolicy } from '../policy/file.ts';
import { findPolicy, POLICY_PLACE } from '../policy/find-policy.ts';
import { NO_FILES } from '../policy/real-path.ts';
import type { Policy, PolicyFault } from '../policy/rule.ts';
import { starterPolicy } from '../policy/starter.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = {
  readonly home?: string;
  readonly json?: boolean;
  readonly policy?: string;
  readonly cwd?: string;
};

const CHECK_EXAMPLES = `
Examples:
  tracekit policy check 'git push --force'
  tracekit policy check - --json < commands.ndjson`;

/** Exit codes of `policy check`. */
const EXIT = { allow: 0, ask: 3, deny: 4 } as const;

/** `tracekit policy`: asks what the gate would say; nothing is ever run. */
export function policyCommand(): Command {
  return new Command('policy')
    .description('what the gate would say of a command, and whether a policy file is sound')
    .addCommand(
      withHome(new Command('check'))
        .argument('<command>', "the shell command; '-' reads NDJSON from stdin (with --json)")
        .description('exit 0 allow, 3 ask, 4 deny')
        .option('--cwd <dir>', 'the directory that the command would run in', process.cwd())
        .option(
          '--policy <file>',
          'this policy, instead of the home’s, the project’s, or else the starter policy',
        )
        .option('--json', 'answers as JSON, one a line')
        .addHelpText('after', CHECK_EXAMPLES)
        .action(checkCommand)
        .exitOverride(),
    )
    .addCommand(
      withHome(new Command('lint'))
        .argument('[file]', 'the policy file')
        .description('say what is wrong or has no effect in a policy file')
        .option('--json', 'as one JSON object')
        .addHelpText('after', '\nExample:\n  tracekit policy lint .tracekit/policy.yaml')
        .action(lint)
        .exitOverride(),
    )
    .addCommand(
      withHome(new Command('test'))
        .argument('[file]', 'the policy file')
        .description('run the cases that the policy file states')
        .option('--json', 'as one JSON object')
        .addHelpText('after', '\nExample:\n  tracekit policy test ~/.tracekit/policy.yaml')
        .action(test)
        .exitOverride(),
    );
}

async function checkCommand(command: string, flags: Flags): Promise<void> {
  const context = { home: homedir(), tracekitHome: homeOf(flags.home), files: NO_FILES };
  if (command === '-') {
    const policies = policiesFor(flags);
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() !== '') await writeOut(`${inertJson(checkLine(line, policies, context))}\n`);
    }
    return;
  }
  const cwd = resolve(flags.cwd ?? process.cwd());
  const answer = check({ id: 'command', command, cwd }, policiesFor(flags)(cwd), context);
  if (flags.json === true) await writeOut(`${inertJson(answer)}\n`);
  else await writeOut(`${answer.verdict}${answer.reason === null ? '' : `  ${inert(answer.reason)}`}\n`);
  process.exitCode = EXIT[answer.verdict];
}

/** hostile: a line of anything. */
function checkLine(
  line: string,
  policies: (cwd: string) => readonly Policy[],
  context: Parameters<typeof check>[2],
): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { error: 'expected one JSON object a line' };
  }
  const input = checkInput(value);
  if (input === undefined) return { error: 'expected id, an absolute cwd, and command, path or patch' };
  return check(input, policies(input.cwd), context);
}

/** The policies that the gate would hear in a directory: its own, else the starter policy, and the project's. */
function policiesFor(flags: Flags): (cwd: string) => readonly Policy[] {
  const path =
    flags.policy === undefined
      ? join(homePaths(homeOf(flags.home)).home, 'policy.yaml')
      : resolve(flags.policy);
  const own = flags.policy !== undefined || textAt(path) !== undefined ? sound(path, 'own') : starterPolicy();
  return (cwd) => {
    const found = flags.policy === undefined ? findPolicy(cwd, homedir(), textAt) : undefined;
    return found === undefined ? [own] : [own, sound(found.path, 'project')];
  };
}

function sound(path: string, scope: Policy['scope']): Policy {
  const { policy, faults } = read(path, scope);
  if (policy !== undefined) return policy;
  throw new TracekitError('bad_policy', faults.map((fault) => faultText(path, fault)).join('\n'));
}

function read(path: string, scope: Policy['scope']) {
  const text = textAt(path);
  if (text === undefined) throw new TracekitError('no_policy', `${path}: expected a policy file, found none`);
  return readPolicy(text, { name: path, scope });
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function faultText(path: string, { kind, what, line, column }: PolicyFault): string {
  return `${path}:${line}:${column}: ${kind === 'ignored' ? 'has no effect here: ' : ''}${what}`;
}

function policyFile(
  file: string | undefined,
  flags: Flags,
): { readonly path: string; readonly scope: Policy['scope'] } {
  if (file !== undefined) {
    const path = resolve(file);
    return {
      path,
      scope:
        path.endsWith(POLICY_PLACE) && path !== join(homeOf(flags.home), 'policy.yaml') ? 'project' : 'own',
    };
  }
  return { path: join(homeOf(flags.home), 'policy.yaml'), scope: 'own' };
}

async function lint(file: string | undefined, flags: Flags): Promise<void> {
  const { path, scope } = policyFile(file, flags);
  const { faults } = read(path, scope);
  if (flags.json === true) await writeOut(`${inertJson({ path, faults })}\n`);
  else if (faults.length === 0) await writeOut(`${inert(path)}: sound\n`);
  else await writeOut(faults.map((fault) => `${inert(faultText(path, fault))}\n`).join(''));
  if (faults.some(({ kind }) => kind === 'error')) process.exitCode = 1;
}

async function test(file: string | undefined, flags: Flags): Promise<void> {
  const { path, scope } = policyFile(file, flags);
  const policy = sound(path, scope);
  const context = { home: homedir(), tracekitHome: homeOf(flags.home), files: NO_FILES };
  const failed: { case: number; what: string; expected: string; found: string }[] = [];
  for (const [index, { expect, ...input }] of policy.tests.entries()) {
    const { verdict } = check({ id: String(index), cwd: process.cwd(), ...input }, [policy], context);
    if (verdict === expect) continue;
    const what = input.command ?? input.path ?? '';
    failed.push({ case: index + 1, what, expected: expect, found: verdict });
  }
  const passed = policy.tests.length - failed.length;
  if (flags.json === true) await writeOut(`${inertJson({ path, passed, failed })}\n`);
  else {
    const rows = failed.map(
      (one) => `case ${one.case}: ${inert(one.what)}: expected ${one.expected}, found ${one.found}\n`,
    );
    await writeOut(`${rows.join('')}${passed} passed, ${failed.length} failed\n`);
  }
  if (failed.length > 0) process.exitCode = 1;
}

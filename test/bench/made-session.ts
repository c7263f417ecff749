/** How a session is made: so many records in the log, lines of the transcript and of hooks together. */
export type SessionOptions = {
  readonly records: number;
  /** Prompts forbid and allow, the agent claims and denies, and paths are many: what rules have most to do with. */
  readonly hard: boolean;
};

/** One call: as its hook and its transcript tell of it. */
export type MadeCall = {
  readonly kind: 'call';
  readonly id: string;
  readonly name: string;
  readonly tool: 'Bash' | 'Read' | 'Edit' | 'Write' | 'Grep';
  readonly input: object;
  readonly output: string;
};

/** What happens in the session, in order: a prompt, a call, or words of the agent's. */
export type MadeStep = MadeCall | { readonly kind: 'prompt' | 'said'; readonly text: string };

export const SESSION = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
export const FOLDER = '/home/dev/project';

/** Calls in a turn, and records of one turn: a prompt 2, a call 5 (decided, completed, asked, given, a line beside), words 1. */
const CALLS = 12;
const RECORDS = 2 + CALLS * 5 + CALLS / 2 + 1;

/** The steps of a session of about so many records; the same each time. */
export function* sessionSteps({ records, hard }: SessionOptions): Generator<MadeStep> {
  const turns = Math.ceil(records / RECORDS);
  for (let turn = 0; turn < turns; turn++) {
    yield {
      kind: 'prompt',
      text: hard ? HARD_PROMPTS[turn % HARD_PROMPTS.length]!(turn) : plainPrompt(turn),
    };
    for (let n = 0; n < CALLS; n++) {
      if (n % 2 === 0) yield { kind: 'said', text: `I look at module ${turn} next, step ${n}. ${WORDS}` };
      yield callOf(turn * CALLS + n, hard);
    }
    yield { kind: 'said', text: hard ? HARD_WORDS[turn % HARD_WORDS.length]!(turn) : `Done with ${turn}.` };
  }
}

const WORDS =
  'The module reads the index, walks over the pages and gives each of them to the caller. '.repeat(2);

function plainPrompt(turn: number): string {
  return `Please look at module number ${turn}, say what it does, and run the tests for it.`;
}

const HARD_PROMPTS: readonly ((turn: number) => string)[] = [
  (turn) =>
    `Fix the parser in src/f${turn % 97}.py, but don't touch docs/a${turn % 53}.md or config/b${turn}.toml.`,
  (turn) => `Only change files in src/part${turn % 31}/.`,
  () => 'Go on, and do not push anything yet.',
  (turn) => `You can edit src/part${turn % 17}/extra.py too.`,
  () => 'Do not install any packages, please.',
  (turn) => `Ok, docs/a${turn % 53}.md may be changed now.`,
];

const HARD_WORDS: readonly ((turn: number) => string)[] = [
  (turn) => `src/f${turn % 97}.py is unchanged, and I did not push anything.`,
  () => 'I did not use the network. No files were deleted.',
  (turn) => `Module ${turn} is done; the change is small.`,
];

function callOf(n: number, hard: boolean): MadeCall {
  const path = `${FOLDER}/src/part${n % 31}/f${n % (hard ? 4001 : 397)}.py`;
  const id = `toolu_${String(n).padStart(20, '0')}`;
  const make = CALL_KINDS[n % CALL_KINDS.length]!;
  return { kind: 'call', id, ...make(n, path) };
}

type Made = Omit<MadeCall, 'kind' | 'id'>;

function bash(command: string, output: string): Made {
  return { name: 'Bash', tool: 'Bash', input: { command, description: 'Run it' }, output };
}

const LONG = 'src/part7/f12.py:120: a line of what a command says, of some length\n';

/** A session's usual calls: half of the commands are there once. */
const CALL_KINDS: readonly ((n: number, path: string) => Made)[] = [
  (n) => bash(`npx vitest run test/f${n % 200}.test.ts && git status`, LONG.repeat(20)),
  (_, path) => ({ name: 'Read', tool: 'Read', input: { file_path: path }, output: LONG.repeat(40) }),
  (n, path) => bash(`cd src && sed -n '${n % 900},+40p' ${path} | grep -n 'def f${n}'`, LONG.repeat(8)),
  (n, path) => ({
    ...{ name: 'Edit', tool: 'Edit', output: `The file ${path} has been updated.` },
    input: { file_path: path, old_string: `return ${n}`, new_string: `return ${n + 1}`, replace_all: false },
  }),
  (n) => bash(`git add -A src/part${n % 31} && git commit -m "Change module ${n}"`, '[main 1234567] Change'),
  (n) => ({
    ...{ name: 'Grep', tool: 'Grep', output: LONG.repeat(10) },
    input: { pattern: `def f${n}`, path: 'src' },
  }),
  (n) => bash(`ls -la src/part${n % 31}; cat src/part${n % 31}/f${n % 397}.py | head -50`, LONG.repeat(30)),
  (n, path) => ({
    ...{ name: 'Write', tool: 'Write', output: 'File created.' },
    input: { file_path: `${path}.${n % 50}.txt`, content: LONG.repeat(5) },
  }),
  (n) => bash(`python3 tools/check.py --module ${n} > /tmp/out${n % 10}.txt 2>&1; echo $?`, '0'),
];

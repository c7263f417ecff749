import { BARE_FOLDERS } from '../lexicon/english-nouns.ts';
import type { Token } from '../token.ts';
import type { PlainAct, PlainLanguage } from './language.ts';

/** What the words of a clause are, taken together; their order differs too much between languages to matter. */
export type Clause = {
  readonly acts: ReadonlySet<PlainAct>;
  readonly targets: readonly string[];
  readonly negated: boolean;
  readonly all: boolean;
  readonly only: boolean;
  readonly butOnly: boolean;
  readonly except: boolean;
  readonly kept: boolean;
  readonly handsOff: boolean;
  readonly readOnly: boolean;
  readonly offline: boolean;
};

type Open = { -readonly [Key in keyof Clause]: Clause[Key] } & {
  acts: Set<PlainAct>;
  targets: string[];
  keeps: boolean;
  state: boolean;
};
type Step = (open: Open) => void;
type Row = readonly [keyof PlainLanguage, Step];

const FLAGS: readonly Row[] = [
  [
    'handsOff',
    (open) => {
      open.handsOff = true;
    },
  ],
  [
    'readOnly',
    (open) => {
      open.readOnly = true;
    },
  ],
  [
    'offline',
    (open) => {
      open.offline = true;
    },
  ],
  [
    'states',
    (open) => {
      open.state = true;
    },
  ],
  [
    'keep',
    (open) => {
      open.keeps = true;
    },
  ],
  [
    'except',
    (open) => {
      open.except = true;
    },
  ],
  [
    'butOnly',
    (open) => {
      open.butOnly = true;
    },
  ],
  [
    'nothing',
    (open) => {
      open.negated = true;
      open.all = true;
    },
  ],
  [
    'negations',
    (open) => {
      open.negated = true;
    },
  ],
  [
    'without',
    (open) => {
      open.negated = true;
    },
  ],
  [
    'only',
    (open) => {
      open.only = true;
    },
  ],
  [
    'everything',
    (open) => {
      open.all = true;
    },
  ],
  ['fillers', () => {}],
];

/** hostile: the tokens of a clause. What it is made of; nothing where one of its words is not known. */
export function clauseAt(language: PlainLanguage, tokens: readonly Token[]): Clause | undefined {
  const open: Open = {
    acts: new Set(),
    targets: [],
    negated: false,
    all: false,
    only: false,
    butOnly: false,
    except: false,
    kept: false,
    handsOff: false,
    readOnly: false,
    offline: false,
    keeps: false,
    state: false,
  };
  for (let i = language.requests.find(tokens, 0)?.next ?? 0; i < tokens.length; ) {
    if (
      i > 0 &&
      language.tails.find(tokens, i) !== undefined &&
      (open.acts.size > 0 || open.targets.length > 0 || open.readOnly)
    )
      break;
    const next = stepAt(language, { tokens, i, open });
    if (next === undefined) return undefined;
    i = next;
  }
  return { ...open, kept: open.keeps && open.state };
}

type At = { readonly tokens: readonly Token[]; readonly i: number; readonly open: Open };

/** Takes the longest thing that begins at a token into the clause; the index behind it. */
function stepAt(language: PlainLanguage, { tokens, i, open }: At): number | undefined {
  const token = tokens[i]!;
  if (token.kind === 'path') {
    open.targets.push(token.text);
    return i + 1;
  }
  if (token.kind === 'mark') return token.low === ',' ? i + 1 : undefined;
  let next = i;
  let take: Step | undefined;
  const offer = (end: number | undefined, step: Step) => {
    if (end === undefined || end <= next) return;
    next = end;
    take = step;
  };
  for (const table of [language.verbs, language.deeds]) {
    const act = table.find(tokens, i);
    offer(act?.next, (o) => {
      o.acts.add(act!.value);
    });
  }
  const artefact = language.artefacts.find(tokens, i);
  for (const [flag, step] of FLAGS) {
    const table = language[flag];
    if (!(table instanceof Set) && 'find' in table) offer(table.find(tokens, i)?.next, step);
  }
  offer(artefact?.next, (o) => {
    o.targets.push(tokens[artefact!.next - 1]!.text);
  });
  if (take === undefined && isFolder(language, tokens, i)) {
    open.targets.push(token.text);
    return i + 1;
  }
  if (take === undefined) return undefined;
  take(open);
  return next;
}

/** A folder's name: behind a noun for one ("le dossier infra"), or a word that people have folders of. */
function isFolder(language: PlainLanguage, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!;
  const behind = language.folders.has(tokens[i - 1]?.low ?? '');
  return token.kind === 'word' && (behind || BARE_FOLDERS.has(token.low) || token.low === 'lockfile');
}

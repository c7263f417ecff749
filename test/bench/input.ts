import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';

/**
 * Transcripts of a wanted size from the captured sessions of Claude Code and Codex, so that lines are as those
 * harnesses write them. Each repetition gets ids of its own: nothing in it counts as a copy.
 */
export type InputOptions = {
  readonly folder: string;
  readonly bytes: number;
  /** Fill what captures leave out of the vendors' texts (`[vendor text removed: N chars, …]`, `(elided)`) up to each file's real size. */
  readonly filled: boolean;
  readonly files?: number;
  /** Tells the ids of this input from those of another one. */
  readonly seed?: string;
};

export type Input = {
  readonly folder: string;
  readonly paths: readonly string[];
  readonly bytes: number;
  readonly lines: number;
};

type Harness = 'claude-code' | 'codex';
type Session = { readonly harness: Harness; readonly text: string };

/** A capture made to have huge lines would be half of all bytes: lines are as other sessions have them. */
const MAX_MEAN_LINE = 16 * 1024;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const OTHER_ID = /"((?:msg|toolu|call|fc|rs|resp|ctc|ws|raw|req)_[0-9A-Za-z_]{1,60})"/g;
const WORDS = 'the quick brown fox jumps over the lazy dog and says so in a plain English sentence,\\n';
/** What captures leave out of the vendors' texts. */
const ELIDED = /\[vendor text removed: ([0-9]{1,7}) chars[^\]]*\]|\(elided[^)"]{0,60}\)/g;

/** Makes the files, half of their bytes of either harness. */
export function makeInput({ folder, bytes, filled, files = 2, seed = '' }: InputOptions): Input {
  const all = sessions(filled);
  const paths: string[] = [];
  let total = 0;
  let lines = 0;
  for (let n = 0; n < files; n++) {
    const harness: Harness = n % 2 === 0 ? 'claude-code' : 'codex';
    const made = writeFile(
      all.filter((one) => one.harness === harness),
      { folder, harness, name: `${seed}${n}`, bytes: bytes / files },
    );
    paths.push(made.path);
    total += made.bytes;
    lines += made.lines;
  }
  return { folder, paths, bytes: total, lines };
}

type FileOptions = {
  readonly folder: string;
  readonly harness: Harness;
  readonly name: string;
  readonly bytes: number;
};

function writeFile(all: readonly Session[], { folder, harness, name, bytes }: FileOptions) {
  const session = mapped('00000000-0000-4000-8000-000000000000', `session ${name}`);
  const place = placeOf(folder, harness, session);
  const fd = openSync(place, 'w');
  let written = 0;
  let lines = 0;
  for (let repetition = 0; written < bytes; repetition++) {
    const one = all[repetition % all.length]!;
    const text = repeated(one, { session, seed: `${name} ${repetition}` });
    written += writeSync(fd, text);
    lines += text.split('\n').length - 1;
  }
  closeSync(fd);
  return { path: place, bytes: written, lines };
}

function placeOf(folder: string, harness: Harness, session: string): string {
  const below = harness === 'claude-code' ? 'projects/-home-dev-project' : 'sessions/2026/11/30';
  mkdirSync(join(folder, below), { recursive: true });
  const name = harness === 'claude-code' ? session : `rollout-2026-11-30T16-00-00-${session}`;
  return join(folder, below, `${name}.jsonl`);
}

type Repetition = { readonly session: string; readonly seed: string };

/** All lines name one session; what else has an id gets another one. */
function repeated({ harness, text }: Session, { session, seed }: Repetition): string {
  const field = harness === 'claude-code' ? 'sessionId' : 'id';
  const own = new RegExp(`"${field}":"(${UUID.source})"`).exec(text)?.[1];
  return text
    .replace(UUID, (uuid) => (uuid === own ? session : mapped(uuid, seed)))
    .replace(OTHER_ID, (_, id: string) => `"${id.slice(0, -6)}${digest(`${seed}${id}`).slice(0, 10)}"`);
}

function mapped(uuid: string, seed: string): string {
  const word = digest(`${seed} ${uuid}`);
  return `${word.slice(0, 8)}-${word.slice(8, 12)}-4${word.slice(13, 16)}-8${word.slice(17, 20)}-${word.slice(20, 32)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sessions(filled: boolean): readonly Session[] {
  const roots = ['../shared/captures', 'fixtures'].map((path) => resolve(path));
  const root = roots.find((path) => existsSync(path))!;
  return (['claude-code', 'codex'] as const).flatMap((harness) =>
    filesBelow(join(root, harness))
      .filter((path) => path.endsWith('.jsonl') && /[/](?:projects|sessions)[/]/.test(path))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
      .filter(({ text }) => text.length > 0 && text.length / text.split('\n').length < MAX_MEAN_LINE)
      .filter(({ text }) => text.includes('"sessionId"') || text.includes('"session_meta"'))
      .map(({ path, text }) => ({
        harness,
        text: filled ? refilled(text, statedBytes(join(root, harness), path)) : text,
      })),
  );
}

/** The size of the transcript as the harness wrote it, in bytes, where the capture's README states it. */
function statedBytes(captures: string, path: string): number | undefined {
  const capture = path.slice(captures.length + 1).split('/')[0]!;
  const readme = join(captures, capture, 'README.md');
  if (!existsSync(readme)) return undefined;
  const line = readFileSync(readme, 'utf8')
    .split('\n')
    .find((one) => one.includes(`${basename(path)}\``));
  const found = /` \(?([0-9]{1,9}) bytes/.exec(line ?? '');
  return found === null ? undefined : Number(found[1]);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Fills the places up to the stated size, each in proportion to the length that it states (`(elided)` states none). */
function refilled(text: string, stated: number | undefined): string {
  const places = [...text.matchAll(ELIDED)];
  const weights = places.map(([, count]) => Number(count ?? 1000));
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const bare = Buffer.byteLength(text) - places.reduce((sum, [whole]) => sum + whole.length, 0);
  const missing = stated === undefined ? weight : Math.max(0, stated - bare);
  let place = 0;
  let seen = 0;
  let given = 0;
  return text.replace(ELIDED, () => {
    seen += weights[place++]!;
    const length = Math.round((missing * seen) / weight) - given;
    given += length;
    return words(length);
  });
}

/** Plain text of so many bytes as it stands in JSON: with line ends, which are escapes there. */
function words(length: number): string {
  const text = WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
  return text.endsWith('\\') ? `${text.slice(0, -1)} ` : text;
}

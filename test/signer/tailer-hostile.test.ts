import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { TAILER_PATH, TAILER_PROTOCOL } from '../../src/model/tail-session.ts';
import { followed, foundAgain, integrityOf, type Lines, linesIn, WAIT } from './followed.ts';
import { recordsOf } from './inline-recording.ts';
import { type PlayedTailer, tailerStand } from './tailer-stand.ts';

it('takes what a tailer with leave says', async () => {
  const stand = await tailerStand();
  const { tailer, lines } = await followed(stand);
  tailer.send(lines);
  await vi.waitFor(() => expect(tailer.last('ack')).toBeDefined(), WAIT);
  expect(linesIn(stand)).toBe(2);
  expect(await integrityOf(stand)).toBe('VALID');
});

it.each([
  ['guessed', 'f'.repeat(64)],
  ['empty', ''],
])('refuses a tailer with a %s secret', async (_, secret) => {
  const stand = await tailerStand();
  await followed(stand);
  expect(await stand.connect(secret)).toBe(403);
});

it('refuses a second tailer with the same secret, while the first is there and when it is gone', async () => {
  const stand = await tailerStand();
  const { tailer } = await followed(stand);
  const { secret } = stand.starts[0]!;
  expect(await stand.connect(secret)).toBe(403);
  tailer.stream.destroy();
  await vi.waitFor(() => expect(stand.gapWords()).toContain('tailer_lost'), WAIT);
  expect(await stand.connect(secret)).toBe(403);
});

it('outlives those who ask for the tailer’s place and hang up', async () => {
  const stand = await tailerStand();
  for (const path of [TAILER_PATH, '/other']) {
    for (let i = 0; i < 50; i++) {
      const socket = connect(stand.signer.runtime.socket);
      socket.on('error', () => undefined);
      const head = `GET ${path} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: ${TAILER_PROTOCOL}\r\n\r\n`;
      socket.write(head.repeat(3), () => socket.destroy());
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  await stand.hook('SessionStart', { source: 'startup' });
  expect(recordsOf(stand.home).map(({ kind }) => kind)).toContain('run.opened');
});

type Garbage = { readonly name: string; readonly send: (tailer: PlayedTailer, of: Lines) => void };

const many = (value: number, length: number): Int32Array => new Int32Array(length).fill(value);

const GARBAGE: readonly Garbage[] = [
  { name: 'bytes that are no frame', send: ({ stream }) => void stream.write(Buffer.alloc(64, 0xff)) },
  {
    name: 'a frame of 4 GB',
    send: ({ stream }) => void stream.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0])),
  },
  {
    name: 'a head that is longer than its frame',
    send: ({ stream }) => void stream.write(Buffer.from([8, 0, 0, 0, 255, 0, 0, 0, 1, 2, 3, 4])),
  },
  { name: 'no message', send: (tailer) => tailer.send([1, 2]) },
  { name: 'a message of no kind', send: (tailer) => tailer.send({}) },
  { name: 'a message of a kind that is none', send: (tailer) => tailer.send({ kind: 'constructor' }) },
  { name: 'a finding of nothing', send: (tailer) => tailer.send({ kind: 'found' }) },
  {
    name: 'a finding of another harness',
    send: (tailer) =>
      tailer.send({ kind: 'found', found: { source: 9, description: { harness: '__proto__' } } }),
  },
  { name: 'lines of a source that is unknown', send: (tailer, of) => tailer.send({ ...of, source: 77 }) },
  { name: 'lines of no source', send: (tailer) => tailer.send({ kind: 'lines' }) },
  {
    name: 'lines whose ends are not in their bytes',
    send: (tailer, of) => tailer.send({ ...of, ends: new Uint32Array([1, 2 ** 31]) }),
  },
  {
    name: 'lines whose ends go back',
    send: (tailer, of) => tailer.send({ ...of, ends: new Uint32Array([of.bytes.length, 4]) }),
  },
  { name: 'lines without digests', send: (tailer, of) => tailer.send({ ...of, digests: new Uint8Array(0) }) },
  { name: 'lines further on than the transcript is', send: (tailer, of) => tailer.send({ ...of, first: 5 }) },
  { name: 'lines at another offset', send: (tailer, of) => tailer.send({ ...of, offset: 10 }) },
  { name: 'lines at no number', send: (tailer, of) => tailer.send({ ...of, first: -1.5 }) },
  {
    name: 'records with places outside of them',
    send: (tailer, of) =>
      tailer.send({ ...of, records: { ...of.records, rows: many(1e9, of.records.rows.length) } }),
  },
  {
    name: 'records with slices outside of their line',
    send: (tailer, of) =>
      tailer.send({ ...of, records: { ...of.records, slices: many(1e9, of.records.slices.length) } }),
  },
  {
    name: 'records that are no JSON',
    send: (tailer, of) =>
      tailer.send({ ...of, records: { ...of.records, data: of.records.data.map(() => 0x0a) } }),
  },
  {
    name: 'records that say something else',
    send: (tailer, of) =>
      tailer.send({
        ...of,
        records: {
          ...of.records,
          data: Buffer.from(
            Buffer.from(of.records.data).toString('latin1').replace('"bytes"', '"bytez"'),
            'latin1',
          ),
        },
      }),
  },
  {
    name: 'an unreadable file of no path',
    send: (tailer) => tailer.send({ kind: 'unreadable', path: { length: 2 ** 20 }, why: 'symlink' }),
  },
  {
    name: 'an unreadable file for no reason',
    send: (tailer) => tailer.send({ kind: 'unreadable', path: '/x', why: 'x\n' }),
  },
  {
    name: 'a break of no kind',
    send: (tailer, of) =>
      tailer.send({ kind: 'broken', source: of.source, what: 'eaten', line: 0, offset: 0 }),
  },
  {
    name: 'a break at no place',
    send: (tailer, of) => tailer.send({ kind: 'broken', source: of.source, what: 'rewritten', line: 'x' }),
  },
  {
    name: 'a tail without digest',
    send: (tailer, of) =>
      tailer.send({ kind: 'pending', source: of.source, bytes: Buffer.from('x'), length: 1 }),
  },
  {
    name: 'a prefix that nobody asked for',
    send: (tailer, of) => tailer.send({ kind: 'resumed', source: of.source, digests: Buffer.alloc(32) }),
  },
  {
    name: 'a long line without its pieces',
    send: (tailer, of) =>
      tailer.send({
        kind: 'oversize',
        source: of.source,
        line: 0,
        offset: 0,
        bytes: 9,
        digest: Buffer.alloc(32),
        records: of.records,
        same: 1,
      }),
  },
];

it.each(GARBAGE)('ends the connection on $name, and the log is sound', async ({ send }) => {
  const stand = await tailerStand();
  const { tailer, lines } = await followed(stand);
  send(tailer, lines);
  await vi.waitFor(() => expect(stand.gapWords()).toContain('tailer_lost'), WAIT);
  expect(tailer.closed).toBe(true);
  // The next one is told what the first was, and goes on where the log stands.
  const next = await foundAgain(stand, 2);
  expect(next.last('start')).toMatchObject({ resume: false });
  next.send(lines);
  await vi.waitFor(() => expect(next.last('ack')).toBeDefined(), WAIT);
  expect(linesIn(stand)).toBe(2);
  expect(stand.defects).toEqual([]);
  expect(await integrityOf(stand)).toBe('VALID');
});

it('records nothing for a run that the tailer has no leave for', async () => {
  const stand = await tailerStand();
  const { tailer, found, lines } = await followed(stand);
  const { description } = found.found;
  for (const [source, token] of [
    [8, 'f'.repeat(32)],
    [9, undefined],
  ] as const) {
    const other = { ...found.found, source, description: { ...description, session: 'other' } };
    tailer.send({ kind: 'found', found: { ...other, ...(token && { token }) } });
    await vi.waitFor(() => expect(tailer.last('skip')).toEqual({ kind: 'skip', source }), WAIT);
  }
  tailer.send({ ...lines, source: 9 });
  await vi.waitFor(() => expect(tailer.closed).toBe(true), WAIT);
  expect(linesIn(stand)).toBe(0);
  expect(recordsOf(stand.home).filter(({ kind }) => kind === 'run.opened').length).toBe(1);
});

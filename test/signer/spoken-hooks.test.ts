import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/record.ts';
import { type GateStand, gateStand } from './gate-stand.ts';

const CONVERSATION = '5f0c0de0-0000-4000-8000-00000000c0de';

/** A Cursor event of the conversation, in the first generation unless stated. */
function cursor(stand: GateStand, event: string, fields: object, turn = 'g1') {
  const payload = {
    conversation_id: CONVERSATION,
    generation_id: turn,
    ...fields,
    session_id: CONVERSATION,
    hook_event_name: event,
    cursor_version: '3.9.16',
    workspace_roots: [stand.project],
  };
  return stand.hook('cursor', payload, { event });
}

const thought = (stand: GateStand, text: unknown, turn?: string) =>
  cursor(stand, 'afterAgentThought', { text, duration_ms: 5 }, turn);
const response = (stand: GateStand, text: unknown, turn?: string) =>
  cursor(stand, 'afterAgentResponse', { text }, turn);
const shell = (stand: GateStand, call: string, turn?: string) =>
  cursor(stand, 'preToolUse', { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: call }, turn);

const said = (stand: GateStand) => stand.records('model.exchange');
const links = (stand: GateStand) => stand.records('call.decided').map(({ data }) => data.link);
const partOf = (data: JsonObject): JsonObject => (data.parts as readonly JsonObject[])[0]!;

it('records what Cursor’s model thought and said, each committed to in the vault', async () => {
  const stand = await gateStand();
  await thought(stand, 'List "a" é✓\nfirst.');
  await response(stand, 'There are three.');
  const [one, two] = said(stand).map(({ source, data }) => ({ source, ...data, parts: partOf(data) }));
  const common = { source: 'hook:cursor', from: 'hook', role: 'assistant', turn: 'g1' };
  expect(one).toMatchObject({ ...common, reasoning: 'full', parts: { kind: 'thinking', state: 'full' } });
  expect(two).toMatchObject({ ...common, reasoning: 'none', parts: { kind: 'text' } });
  expect([one, two].map((each) => JSON.parse(stand.text(each!.parts.body)) as unknown)).toEqual([
    'List "a" é✓\nfirst.',
    'There are three.',
  ]);
});

it('commits to the raw bytes of the text, escapes as they are, behind a BOM too', async () => {
  const stand = await gateStand();
  const payload = `\ufeff{"conversation_id":"c","generation_id":"g1","text":"\\u0061\\/\\ud800","hook_event_name":"afterAgentThought","cursor_version":"3"}`;
  await stand.hook('cursor', payload);
  expect(stand.text(partOf(said(stand)[0]!.data).body)).toBe('"\\u0061\\/\\ud800"');
});

it.each([
  ['[REDACTED]', 'sealed', ['thinking']],
  ['', 'sealed', ['thinking']],
  [undefined, 'sealed', ['thinking']],
  [7, 'sealed', ['thinking']],
])('calls a thought of %j sealed', async (text, reasoning, kinds) => {
  const stand = await gateStand();
  await thought(stand, text);
  const [{ data } = { data: {} as JsonObject }] = said(stand);
  expect(data.reasoning).toBe(reasoning);
  expect((data.parts as readonly JsonObject[]).map(({ kind }) => kind)).toEqual(kinds);
});

it('records a response without a text as one without parts', async () => {
  const stand = await gateStand();
  await response(stand, undefined);
  expect(said(stand).map(({ data }) => data.parts)).toEqual([[]]);
});

it('links a call to what was thought and said before it in its generation, by order', async () => {
  const stand = await gateStand();
  await shell(stand, 'c0');
  await thought(stand, 'one');
  await response(stand, 'two');
  await shell(stand, 'c1');
  await thought(stand, 'three', 'g2');
  await shell(stand, 'c2', 'g2');
  await shell(stand, 'c3', 'g3');
  const [one, two, three] = said(stand).map(({ seq }) => seq);
  expect(links(stand)).toEqual([
    undefined,
    { basis: 'ordered', records: [one, two] },
    { basis: 'ordered', records: [three] },
    undefined,
  ]);
});

it('links to nothing where Cursor names no generation', async () => {
  const stand = await gateStand();
  await thought(stand, 'one', '');
  await shell(stand, 'c1', '');
  expect([said(stand)[0]!.data.turn, ...links(stand)]).toEqual([undefined, undefined]);
});

it('keeps the basis of a link over a restart of the signer between a thought and its call', async () => {
  const stand = await gateStand();
  await thought(stand, 'one');
  await stand.restart();
  await shell(stand, 'c1');
  expect(links(stand)).toEqual([{ basis: 'ordered', records: [said(stand)[0]!.seq] }]);
});

it('lets a call wait for a thought of its generation that is not durable yet', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const stand = await gateStand({
    log: (log) => ({
      append: async (drafts, options) => {
        if (drafts.some(({ kind }) => kind === 'model.exchange')) await held;
        return log.append(drafts, options);
      },
    }),
  });
  const both = [thought(stand, 'one'), shell(stand, 'c1')];
  const other = shell(stand, 'c2', 'g2');
  setTimeout(letGo, 20);
  await Promise.all([...both, other]);
  const linked = stand.records('call.decided').filter(({ data }) => data.call === 'c1');
  expect(linked.map(({ data }) => data.link)).toEqual([{ basis: 'ordered', records: [said(stand)[0]!.seq] }]);
});

it('decides a call whose generation’s thought could not be recorded', async () => {
  const stand = await gateStand({
    log: (log) => ({
      append: (drafts, options) =>
        drafts.some(({ kind }) => kind === 'model.exchange')
          ? Promise.reject(new Error('no room'))
          : log.append(drafts, options),
    }),
  });
  await shell(stand, 'c0');
  await Promise.all([thought(stand, 'one'), shell(stand, 'c1')]);
  expect(links(stand)).toEqual([undefined, undefined]);
});

it('records two thoughts of one generation that two installs hand in twice each, in any order', async () => {
  const stand = await gateStand();
  const hand = (text: string, install: string) =>
    stand.hook(
      'cursor',
      {
        ...{ conversation_id: CONVERSATION, generation_id: 'g1', text },
        ...{ hook_event_name: 'afterAgentThought', cursor_version: '3' },
      },
      { install },
    );
  await Promise.all([hand('one', 'a'), hand('two', 'b'), hand('two', 'a'), hand('one', 'b')]);
  expect(said(stand).map(({ data }) => JSON.parse(stand.text(partOf(data).body)) as unknown)).toEqual([
    'one',
    'two',
  ]);
});

it('names at most 64 records in a link, and forgets the turns of a closed run', async () => {
  const stand = await gateStand();
  for (let i = 0; i < 70; i++) await thought(stand, `${i}`);
  await shell(stand, 'c1');
  const [link] = links(stand) as readonly JsonObject[];
  expect(link!.records).toEqual(
    said(stand)
      .map(({ seq }) => seq)
      .slice(-64),
  );
  const run = stand.records('run.opened')[0]!.run!.id;
  expect(stand.state.spoken.linkTo(run, 'g1')).toEqual(link);
  await cursor(stand, 'sessionEnd', { reason: 'completed' });
  await stand.stop();
  expect(stand.state.spoken.linkTo(run, 'g1')).toBeUndefined();
});

it('gives a log that verifies, with no hole in a transcript', async () => {
  const stand = await gateStand();
  await thought(stand, 'one');
  await shell(stand, 'c1');
  await response(stand, 'done');
  await cursor(stand, 'stop', { status: 'completed' });
  await cursor(stand, 'sessionEnd', { reason: 'completed' });
  await stand.stop();
  const { verdicts, runs } = await stand.verify();
  expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
  expect(runs.map(({ word }) => word)).toEqual(['COMPLETE']);
});

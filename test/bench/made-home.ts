import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft, JsonObject, RecordKind } from '../../src/model/record.ts';
import type { RecorderMessage, TailerMessage } from '../../src/model/tail.ts';
import { Drive } from '../../src/signer/drive.ts';
import { type OpenHome, openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { runIdOf } from '../../src/signer/run-id.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import {
  FOLDER,
  type MadeCall,
  type MadeStep,
  SESSION,
  type SessionOptions,
  sessionSteps,
} from './made-session.ts';

/** Records that one append takes. */
const BATCH = 4_000;

/**
 * A home with one run with hooks, of Claude Code: the records that its gate would have written, and its transcript, read by
 * the ordinary tailer. Gives the path of the home.
 */
export async function madeHome(folder: string, options: SessionOptions): Promise<string> {
  const home = join(folder, 'home');
  const open = await openHome(home, { seen: join(folder, 'seen') });
  try {
    await writeHooks(open, sessionSteps(options));
    await readTranscript(open, writeTranscript(folder, sessionSteps(options)));
  } finally {
    await open.close();
  }
  return home;
}

async function writeHooks(open: OpenHome, steps: Iterable<MadeStep>): Promise<void> {
  const run = runIdOf('claude-code', SESSION, 0);
  let drafts: Draft[] = [];
  let next = open.log.size;
  const put = (kind: RecordKind, data: object): number => {
    drafts.push({ run, kind, source: 'hook:claude-code', data: data as JsonObject });
    return next++;
  };
  const flush = async (): Promise<void> => {
    for (const draft of drafts) open.state.apply(draft);
    await open.log.append(drafts);
    drafts = [];
  };
  const commit = (text: string): object => open.vault.commit(Buffer.from(text)).committed;
  const key = open.vault.commitKept(open.randomBytes(32));
  put('run.opened', { harness: 'claude-code', session: SESSION, part: 0, mode: 'hooks', key });
  for (const step of steps) {
    if (step.kind === 'prompt') put('input.observed', { ...commit(step.text), origin: 'person' });
    if (step.kind === 'call') {
      const { id: call, tool, input, output } = step;
      const [name, given] = [commit(step.name), commit(JSON.stringify(input))];
      const decided = put('call.decided', {
        ...{ tool, verdict: 'allow', call, name, input: given, cwd: commit(FOLDER) },
      });
      put('call.completed', {
        ...{ outcome: 'ok', decided, call, tool, result: commit(JSON.stringify({ stdout: output })) },
      });
    }
    if (drafts.length > BATCH) await flush();
  }
  await flush();
}

/** The session's transcript as formats: claude-code 2.1.332 has it. */
function writeTranscript(folder: string, steps: Iterable<MadeStep>): string {
  const place = join(folder, 'files/.claude/projects/-home-dev-project');
  mkdirSync(place, { recursive: true });
  const fd = openSync(join(place, `${SESSION}.jsonl`), 'w');
  let count = 0;
  let parent: string | null = null;
  for (const step of steps) {
    for (const line of linesOf(step, count)) {
      const uuid = idOf(count++);
      const time = new Date(Date.parse('2026-11-30T16:00:00.000Z') + count * 50).toISOString();
      const head = {
        ...{ parentUuid: parent, isSidechain: false, userType: 'external', cwd: FOLDER },
        ...{ sessionId: SESSION, version: '2.1.332', gitBranch: 'main' },
      };
      writeSync(fd, `${JSON.stringify({ ...head, ...line, uuid, timestamp: time })}\n`);
      parent = uuid;
    }
  }
  closeSync(fd);
  return join(folder, 'files');
}

function idOf(n: number): string {
  const word = createHash('sha256').update(`line ${n}`).digest('hex');
  return `${word.slice(0, 8)}-${word.slice(8, 12)}-4${word.slice(13, 16)}-8${word.slice(17, 20)}-${word.slice(20, 32)}`;
}

/** The lines of a step, the n-th of the file on. */
function linesOf(step: MadeStep, n: number): readonly object[] {
  if (step.kind === 'call') return callLines(step, n);
  const { kind, text } = step;
  if (kind === 'prompt')
    return [{ type: 'user', promptId: idOf(n), message: { role: 'user', content: text } }];
  return [answer({ type: 'text', text }, n)];
}

function answer(part: object, n: number): object {
  const message = { id: `msg_${n}`, type: 'message', role: 'assistant', model: 'm', content: [part] };
  return { type: 'assistant', message };
}

function callLines({ id, name, input, output }: MadeCall, n: number): readonly object[] {
  const result = { tool_use_id: id, type: 'tool_result', content: output, is_error: false };
  return [
    answer({ type: 'tool_use', id, name, input }, n),
    { type: 'attachment', attachment: { type: 'hook_success', hookEvent: 'PreToolUse', toolUseID: id } },
    {
      ...{ type: 'user', message: { role: 'user', content: [result] } },
      toolUseResult: { stdout: output, stderr: '', interrupted: false },
    },
  ];
}

async function readTranscript(open: OpenHome, path: string): Promise<void> {
  const recorder = new Recorder({ ...open, assurance: 'dev' });
  const queue: RecorderMessage[] = [];
  const tail = new Tail({
    tailers: TAILERS,
    post: (message: TailerMessage) => drive.take(structuredClone(message)),
  });
  const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
    queue.push(message);
    queueMicrotask(() => tail.receive(queue.shift()!));
  });
  await tail.readOnce([path]);
  await drive.settled();
}

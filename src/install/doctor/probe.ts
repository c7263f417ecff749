import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { decode, isDecoded } from '../../harness/decode.ts';
import { encode, quiet } from '../../harness/encode.ts';
import type { Harness } from '../../model/harness.ts';
import { probeSession, probeVerdict } from '../../signer/probe.ts';

/** A call that must be denied, as a harness hands it to its hook. */
export type Probe = { readonly payload: string; readonly session: string };

/** What came of one: `denied` (or `quiet`, for an event that decides nothing), or why it can't be relied on. */
export type Probed = { readonly kind: 'fires' } | { readonly kind: 'fails'; readonly why: string };

export type ProbeOptions = {
  readonly harness: Harness;
  readonly event: string;
  /** The whole command line as it stands in the settings. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** 16 hex digits. */
  readonly nonce: string;
  readonly platform: string;
};

/** The first hook starts a signer, for which it waits 3 s. */
const MOST_MS = 20_000;

/** Fires an installed command with a probe, by the shell that the harness uses, and looks at its answer. */
export async function fire(options: ProbeOptions): Promise<Probed> {
  const { harness, event, nonce, platform } = options;
  const { payload, session } = probeOf(harness, event, nonce);
  const decoded = decode(Buffer.from(payload), { harness, event }, { cwd: options.cwd });
  if (!isDecoded(decoded)) return { kind: 'fails', why: 'the probe itself could not be read' };
  const wanted =
    decoded.kind === 'pre_tool' ? encode(decoded, probeVerdict(session), { platform }) : quiet(decoded);
  const got = await run(options, payload);
  if (got.exit === wanted.exit && got.stdout.trim() === wanted.stdout) return { kind: 'fires' };
  const said = [got.stderr.trim(), got.stdout.trim()].find((text) => text !== '') ?? 'nothing';
  const how = got.exit === null ? 'did not end in 20 s' : `ended with exit code ${got.exit}`;
  return {
    kind: 'fails',
    why: `${event}: expected the signer's answer, found a hook that ${how} and said: ${said.slice(0, 300)}`,
  };
}

/** The payload of a probe, in the harness's shape. */
export function probeOf(harness: Harness, event: string, nonce: string): Probe {
  const session = probeSession(nonce);
  const command = `rm -rf / # ${session}`;
  const snake = { session_id: session, cwd: '/', hook_event_name: event };
  const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_${nonce}` };
  const shapes: Readonly<Record<Harness, object>> = {
    'claude-code': { ...snake, transcript_path: '/probe.jsonl', ...call },
    codex: { ...snake, transcript_path: null, turn_id: session, model: 'probe', ...call },
    cursor: {
      ...{ conversation_id: session, generation_id: nonce, hook_event_name: event, cursor_version: '0' },
      ...{ workspace_roots: ['/'], tool_name: 'Shell', tool_input: { command }, tool_use_id: nonce, command },
    },
    gemini: {
      ...{ ...snake, transcript_path: '/probe.jsonl', timestamp: '2026-01-01T00:00:00.000Z' },
      ...{ tool_name: 'run_shell_command', tool_input: { command } },
    },
    copilot: { sessionId: session, timestamp: 0, cwd: '/', toolName: 'bash', toolArgs: { command } },
  };
  return { payload: JSON.stringify(shapes[harness]), session };
}

type Ran = { readonly stdout: string; readonly stderr: string; readonly exit: number | null };

function run({ harness, command, cwd, env, platform }: ProbeOptions, payload: string): Promise<Ran> {
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TRACEKIT_')));
  return new Promise((resolve) => {
    const shell = platform === 'win32' ? true : shellOf(harness);
    const child = spawn(command, { shell, cwd, env: clean, stdio: 'pipe', windowsHide: true });
    let stdout = '';
    let stderr = '';
    const timer = setTimeout(() => child.kill('SIGTERM'), MOST_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text.slice(0, 100_000);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text.slice(0, 100_000);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(payload);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ stdout, stderr: error.message, exit: null });
    });
    child.once('close', (exit) => {
      clearTimeout(timer);
      resolve({ stdout, stderr, exit });
    });
  });
}

/** Gemini and Copilot run hooks by bash (formats: gemini §4, copilot §4). */
function shellOf(harness: Harness): string {
  const bash = harness === 'gemini' || harness === 'copilot';
  return bash && existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
}

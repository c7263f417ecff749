import type { Harness } from '../model/harness.ts';
import { rowAt } from './version-order.ts';

/** What one harness does from version `since` on, as `formats/` measured it. The analyzer's rules and `doctor` read it. */
export type Capability = {
  readonly since: string;
  /** The harness’s newest version that was measured; absent where none was. */
  readonly newest?: string;
  /** `measured`: watched here; `public`: from others' evidence; `inferred`: older than what was watched. */
  readonly basis: 'measured' | 'public' | 'inferred';
  /** Tools in the harness's spelling that fire no hook; a word in `<…>` names what is no tool. */
  readonly hookless: readonly string[];
  /** Tools that others run inside of: the inner calls have hooks of their own. */
  readonly nests: readonly string[];
  /** Who may change a call's arguments after the model gave them. */
  readonly rewrites: readonly ('hook' | 'harness')[];
  /** Events after a call, as the harness names them. */
  readonly post: readonly string[];
  /** What leaves a call that a hook saw without any post event. */
  readonly noPost: readonly string[];
  /** Call ids in tool hooks. Without them pre and post are paired by arguments and results. */
  readonly callIds: boolean;
  /** How a subagent's payloads tell themselves. */
  readonly subagents: 'agent_id' | 'own_session' | 'unmarked' | 'unknown';
  /** The harness's own hook timeout lets the call run. */
  readonly timeoutFailsOpen: boolean;
  /** The unit of timeouts in its settings, and its default in seconds where known. */
  readonly timeoutUnit: 's' | 'ms';
  readonly timeoutDefault?: number;
  /** A hook of its own that ends with neither 0 nor 2 lets the call run. */
  readonly otherExitFailsOpen: boolean;
  /** Hooks that are not trusted are skipped in silence when headless. */
  readonly untrustedSkipped: boolean;
  /** Starts in which no transcript is ever written. */
  readonly noTranscript: readonly string[];
  /** What stands in the transcript when the pre-tool hook starts. */
  readonly atPreTool: 'nothing' | 'reasoning' | 'call' | 'sometimes_call';
  /** Where the reasoning before a call can be read, if at all. */
  readonly reasoning: 'transcript' | 'hook' | 'none';
};

const CLAUDE: Capability = {
  since: '2.1.200',
  newest: '2.1.332',
  basis: 'measured',
  hookless: ['<unknown tool>', '<invalid input>', '<! bash mode>', '<built-in slash command>'],
  nests: ['Task', 'Agent'],
  rewrites: ['hook', 'harness'],
  post: ['PostToolUse', 'PostToolUseFailure'],
  noPost: ['denied', 'declined', 'interrupted', 'killed'],
  callIds: true,
  subagents: 'agent_id',
  timeoutFailsOpen: true,
  timeoutUnit: 's',
  timeoutDefault: 600,
  otherExitFailsOpen: true,
  untrustedSkipped: false,
  noTranscript: ['--no-session-persistence'],
  atPreTool: 'sometimes_call',
  reasoning: 'transcript',
};

const CODEX: Capability = {
  since: '0.171.0',
  newest: '0.171.0',
  basis: 'measured',
  hookless: [
    'write_stdin',
    'tool_search',
    'web_search',
    'exec',
    'wait',
    '<unknown tool>',
    '<invalid input>',
    '<! bash mode>',
    '<guardian thread>',
    '<title thread>',
  ],
  nests: ['exec'],
  rewrites: ['hook'],
  post: ['PostToolUse'],
  noPost: [
    'denied',
    'declined',
    'interrupted',
    'spawn error',
    'failed patch check',
    'MCP error',
    'apply_patch by shell heredoc',
  ],
  callIds: true,
  subagents: 'agent_id',
  timeoutFailsOpen: true,
  timeoutUnit: 's',
  timeoutDefault: 600,
  otherExitFailsOpen: true,
  untrustedSkipped: true,
  noTranscript: ['--ephemeral'],
  atPreTool: 'call',
  reasoning: 'transcript',
};

const CURSOR: Capability = {
  since: '0',
  basis: 'public',
  hookless: [],
  nests: ['Task'],
  rewrites: ['hook'],
  post: ['postToolUse', 'postToolUseFailure', 'afterShellExecution', 'afterMCPExecution'],
  noPost: [],
  callIds: true,
  subagents: 'unknown',
  timeoutFailsOpen: true,
  timeoutUnit: 's',
  otherExitFailsOpen: true,
  untrustedSkipped: false,
  noTranscript: ['<cloud agent>'],
  atPreTool: 'nothing',
  reasoning: 'hook',
};

const GEMINI: Capability = {
  since: '0.61.0',
  newest: '0.61.0',
  basis: 'measured',
  hookless: ['<unknown tool>', '<invalid input>', '<path outside the workspace>', '<denied by policy>'],
  nests: ['invoke_agent'],
  rewrites: ['hook'],
  post: ['AfterTool'],
  noPost: ['denied', 'declined', 'interrupted', 'killed', 'ask when headless'],
  callIds: false,
  subagents: 'unmarked',
  timeoutFailsOpen: true,
  timeoutUnit: 'ms',
  otherExitFailsOpen: false,
  untrustedSkipped: true,
  noTranscript: [],
  atPreTool: 'reasoning',
  reasoning: 'transcript',
};

const COPILOT: Capability = {
  since: '1.0.102',
  newest: '1.0.102',
  basis: 'measured',
  hookless: ['<invalid input>'],
  nests: ['task'],
  rewrites: ['hook'],
  post: ['postToolUse', 'postToolUseFailure'],
  noPost: ['denied', 'declined', 'interrupted'],
  callIds: false,
  subagents: 'own_session',
  timeoutFailsOpen: true,
  timeoutUnit: 's',
  otherExitFailsOpen: false,
  untrustedSkipped: true,
  noTranscript: [],
  atPreTool: 'nothing',
  reasoning: 'transcript',
};

/** What each harness does, oldest version first. */
export const CAPABILITIES: Readonly<Record<Harness, readonly Capability[]>> = {
  'claude-code': [
    { ...CLAUDE, since: '0', basis: 'inferred', post: ['PostToolUse'], callIds: false, atPreTool: 'call' },
    { ...CLAUDE, since: '2.0.76', basis: 'measured' },
    CLAUDE,
  ],
  codex: [
    // Before its hooks: nothing is gated (apply_patch fired none at first).
    { ...CODEX, since: '0', basis: 'inferred', hookless: ['<every tool>'], post: [] },
    { ...CODEX, since: '0.130.0', hookless: ['apply_patch', ...CODEX.hookless], basis: 'inferred' },
    { ...CODEX, since: '0.153.0' },
    CODEX,
  ],
  cursor: [CURSOR],
  gemini: [{ ...GEMINI, since: '0', basis: 'inferred' }, GEMINI],
  copilot: [{ ...COPILOT, since: '0', basis: 'inferred' }, COPILOT],
};

/** What this version of the harness does; an unknown version is taken for the newest. */
export function capabilityOf(harness: Harness, version?: string): Capability {
  return rowAt(CAPABILITIES[harness], version);
}

/** Whether a tool of this harness's version fires hooks, by the harness's own name for it. */
export function firesHook(harness: Harness, tool: string, version?: string): boolean {
  const { hookless } = capabilityOf(harness, version);
  return !hookless.includes(tool) && !hookless.includes('<every tool>');
}

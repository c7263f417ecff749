import type { Step } from '../../policy/examine.ts';
import type { Effect } from '../../shell/effect.ts';
import { baseName } from '../../shell/path.ts';

/** Effects of commands that may write what their words do not name. */
const UNKNOWN: readonly Effect[] = [
  'unknown_write',
  'unknown_delete',
  'unknown_command',
  'unread_code',
  'hidden_code',
  'pipe_to_shell',
];

/** Programs that run what somebody else wrote: scripts, build files, packages, containers. */
const RUNNERS: ReadonlySet<string> = new Set(
  `python python2 python3 node deno bun ruby perl php lua bash sh zsh dash fish pwsh powershell osascript Rscript
  source . make gmake cmake ninja just task rake gradle gradlew mvn mvnw ant bazel npx bunx pnpx uvx tsx ts-node
  docker podman ssh xcodebuild terraform ansible-playbook`.split(/\s+/),
);
/** Those that do so by a verb. */
const RUNNING_VERBS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:run|run-script|exec|x|start|test|t)$/,
  pnpm: /^(?:run|exec|dlx|start|test)$/,
  yarn: /^(?!(?:add|install|remove|why|info|list|config)$)[a-z]/,
  cargo: /^(?:run|build|test|bench|xtask)$/,
  go: /^(?:run|generate|test)$/,
  poetry: /^run$/,
  uv: /^run$/,
  dotnet: /^(?:run|build|test)$/,
  composer: /^(?:run|run-script|exec)$/,
};
const TESTS = /^(?:pytest|py\.test|jest|vitest|mocha|rspec|phpunit|tox|nox|ctest|ava)$/;

/** Whether a command may write files that its words do not name, so that nobody can tell which. */
export function hasUnknownEffect({ command, effects, placed, words }: Step): boolean {
  if (effects.some((effect) => UNKNOWN.includes(effect))) return true;
  if (command === undefined || placed.some(({ target }) => target.role !== 'read')) return false;
  const first = command.words[0]?.text ?? '';
  const name = baseName(command.name === '' ? first : command.name);
  if (isOnlyAsked(words)) return false;
  return (
    first.includes('/') ||
    RUNNERS.has(name) ||
    TESTS.test(name) ||
    RUNNING_VERBS[name]?.test(words[1] ?? '') === true
  );
}

/** It only says what it is. */
function isOnlyAsked(words: readonly string[]): boolean {
  return words.length === 2 && /^(?:--version|--help|-V|-h|-v)$/.test(words[1]!);
}

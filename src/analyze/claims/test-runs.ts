import type { Action } from '../actions.ts';
import type { Contents } from '../timeline/contents.ts';

/** Programs that run tests, at a command's beginning or behind what runs them. Linear. */
const RUNS_TESTS =
  /(?:^|[\s;&|(/])(?:pytest|py\.test|jest|vitest|mocha|rspec|phpunit|tox|nox|ctest|ava|bats|minitest)(?=$|[\s;&|)])|\b(?:npm|pnpm|yarn|bun|deno|go|cargo|mvn|gradle|gradlew|dotnet|mix|swift|bazel|make|rake|rails|composer|sbt|lein|just|playwright|cypress|node|flutter|dart|zig|stack|cabal|meson)\s(?:[\w=:./-]{1,40}\s){0,3}(?:test|tests|check|run test|--test)(?=$|[\s:;&|)])|\bunittest\b|\bmanage\.py\stest\b|(?:^|[\s/])(?:run[_-]?tests?|tests?)\.(?:sh|py|js|rb)\b|\btest_[\w-]{1,60}\.py\b/;

/** How a runner says that tests failed. */
const SAYS_FAILED =
  /(?:^|[\s=(])[1-9]\d{0,6} (?:failed|failures?|failing|errors?)\b|\bFAILED \((?:failures|errors)=|test result: FAILED|(?:^|\n)FAIL(?:ED)?\b|(?:^|\n)--- FAIL|Tests:\s{1,8}[1-9]\d{0,6} failed|Failures: [1-9]|BUILD FAILED/;
/** A runner's last lines. */
const TAIL = 4_000;

/** Whether a call ran tests, as far as its words show. */
export function isTestRun(action: Action): boolean {
  const command = action.read()?.call.command;
  return command !== undefined && action.state !== 'prevented' && RUNS_TESTS.test(command);
}

/** How a test run ended; undefined where nothing tells. */
export function testsPassed(action: Action, contents: Contents): boolean | undefined {
  const result = action.request?.results.findLast(({ body }) => body !== undefined);
  const said = contents.words(result?.body ?? action.call?.completion?.result)?.slice(-TAIL);
  const exits = action.request?.results.flatMap(({ exit }) => exit ?? []) ?? [];
  if (exits.some((exit) => exit !== 0)) return false;
  if (said !== undefined && SAYS_FAILED.test(said)) return false;
  if (action.outcome === 'error') return false;
  return action.outcome === 'ok' ? true : undefined;
}

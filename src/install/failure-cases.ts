import { kindOf } from '../harness/decode.ts';
import { DIALECTS } from '../harness/dialects.ts';
import { failure, type Profile } from '../harness/failure.ts';
import { HARNESSES, type Harness } from '../model/harness.ts';
import type { EventKind } from '../model/hook-event.ts';
import { shellQuote } from './shell-quote.ts';

/** Stands for the reason, which the script knows only when it fails. */
const WHY = '@why@';

/** Every event name of any harness. */
export function eventNames(): readonly string[] {
  return [...new Set(Object.values(DIALECTS).flatMap((dialect) => Object.keys(dialect.events)))].sort();
}

/** The names that are of this kind whichever harness runs the hook: they run each other's settings. */
export function eventsOfKind(kind: EventKind): readonly string[] {
  return eventNames().filter((name) => HARNESSES.some((harness) => kindOf(harness, name) === kind));
}

/** The branches of `case $agent` that set `out`, `err` and `code` for a hook that fails with `$why`. */
export function failureCases(kind: EventKind, profile: Profile, platform: string): string {
  const answers = new Map<string, string[]>();
  for (const harness of [...HARNESSES, undefined]) {
    const { stdout, stderr, exit } = failure({
      harness,
      kind,
      profile,
      why: WHY,
      platform,
      ...eventFor(harness, kind),
    });
    const body = `out=${withWhy(stdout)} err=${withWhy(stderr)} code=${exit}`;
    answers.set(body, [...(answers.get(body) ?? []), harness ?? '*']);
  }
  return [...answers]
    .sort(([, a], [, b]) => Number(a.includes('*')) - Number(b.includes('*')))
    .map(([body, names]) => `        ${names.includes('*') ? '*' : names.join(' | ')}) ${body} ;;`)
    .join('\n');
}

function eventFor(harness: Harness | undefined, kind: EventKind): { readonly event?: string } {
  const event = harness && Object.entries(DIALECTS[harness].events).find(([, found]) => found === kind)?.[0];
  return event === undefined ? {} : { event };
}

/** A quoted word with the reason spliced in. What stands in `$why` is the script's own, without quotes or backslashes. */
function withWhy(text: string): string {
  return text === '' ? "''" : shellQuote(text).replaceAll(WHY, `'"$why"'`);
}

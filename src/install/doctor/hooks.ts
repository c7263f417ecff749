import { lstatSync } from 'node:fs';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { kindOf } from '../../harness/decode.ts';
import { wantedHooks, wantedScript } from '../installation.ts';
import { OTHER_SECONDS } from '../installer.ts';
import type { OwnHook } from '../own-hooks.ts';
import type { Check, CheckId, Status } from './check.ts';
import { initCommand, type Look, textAt } from './look.ts';

/** What must be left of a hook's timeout for its answer, in seconds (signer/config.ts). */
const ANSWER_SECONDS = 20;

/** A check about a look's settings file. */
export function checkOf(look: Look, id: CheckId, status: Status, rest: Pick<Check, 'detail' | 'fix'>): Check {
  return { id, status, harness: look.target.harness, file: look.installation.site.file, ...rest };
}

/** Whether each entry is told its event. */
export function eventCheck(look: Look): Check {
  const lacking = look.own.filter(({ command }) => command.event === undefined);
  if (lacking.length === 0)
    return checkOf(look, 'D-HOOKS-EVENT', 'ok', { detail: 'each command is told its event' });
  return checkOf(look, 'D-HOOKS-EVENT', 'warn', {
    detail: `no event behind the command of ${names(lacking)}: there a payload that can't be read passes unrecorded`,
    fix: initCommand(look),
  });
}

/** Whether the harness waits for as long as a call can be held. */
export function timeoutCheck(look: Look): Check {
  const { holdSeconds } = look.target;
  const short = look.own.filter((hook) => {
    const seconds = secondsOf(look, hook);
    const needs = gates(look, hook) ? holdSeconds + ANSWER_SECONDS : 1;
    return seconds === undefined || seconds < needs;
  });
  if (short.length === 0)
    return checkOf(look, 'D-HOOKS-TIMEOUT', 'ok', { detail: `a call can be held for ${holdSeconds} s` });
  const gating = short.some((hook) => gates(look, hook));
  const found = short.map((hook) => `${hook.event} ${secondsOf(look, hook) ?? 'none'}`).join(', ');
  return checkOf(look, 'D-HOOKS-TIMEOUT', gating ? 'fail' : 'warn', {
    detail: gating
      ? `expected at least ${holdSeconds + ANSWER_SECONDS} s before a tool (hold_seconds and ${ANSWER_SECONDS} for the answer), found ${found}: the harness would let a held call run`
      : `expected a timeout (${OTHER_SECONDS} s), found ${found}`,
    fix: initCommand(look),
  });
}

function secondsOf({ target }: Look, { handler }: OwnHook): number | undefined {
  const value: unknown = ['timeout', 'timeoutSec']
    .map((key) => findNodeAtLocation(handler, [key])?.value as unknown)
    .find((one) => one !== undefined);
  if (typeof value !== 'number') return undefined;
  return target.harness === 'gemini' ? value / 1_000 : value;
}

function gates({ target }: Look, { event }: OwnHook): boolean {
  return kindOf(target.harness, event) === 'pre_tool';
}

/** Whether entries and script are what `init` would write now. */
export function driftCheck(look: Look): Check {
  const { target, installation, own, profile } = look;
  const wanted = wantedHooks(target, installation.id, profile);
  const stands = own.map(({ event, entry }) => `${event} ${JSON.stringify(getNodeValue(entry))}`);
  const differs = wanted.filter(({ event, entry }) => !stands.includes(`${event} ${JSON.stringify(entry)}`));
  const extra = own.filter(({ event }) => !wanted.some((one) => one.event === event));
  const missing = differs.filter(({ event }) => !own.some((hook) => hook.event === event));
  const changed = differs.filter((one) => !missing.includes(one));
  const script = scriptFault(look);
  const faults = [
    ...(missing.length > 0 ? [`no hook for ${missing.map(({ event }) => event).join(', ')}`] : []),
    ...(changed.length > 0
      ? [`other than init writes it: ${changed.map(({ event }) => event).join(', ')}`]
      : []),
    ...(extra.length > 0 ? [`not among what init writes: ${names(extra)}`] : []),
    ...(own.length > new Set(own.map(({ event }) => event)).size ? ['an event is hooked twice'] : []),
    ...(script === undefined ? [] : [script]),
  ];
  if (faults.length === 0)
    return checkOf(look, 'D-HOOKS-DRIFT', 'ok', { detail: 'entries and script are as init writes them' });
  const gating =
    script !== undefined || differs.some(({ event }) => kindOf(target.harness, event) === 'pre_tool');
  return checkOf(look, 'D-HOOKS-DRIFT', gating ? 'fail' : 'warn', {
    detail: faults.join('; '),
    fix: initCommand(look),
  });
}

function scriptFault({ target, installation, profile }: Look): string | undefined {
  const script = wantedScript(target, installation.id, profile);
  if (script === undefined) return undefined;
  const text = textAt(script.path);
  if (text === undefined) return `the hook script is missing: ${script.path}`;
  const mode = lstatSync(script.path).mode & 0o777;
  if (mode !== 0o700) return `${script.path}: expected mode 700, found ${mode.toString(8)}`;
  return text === script.text ? undefined : `the hook script is another than init writes: ${script.path}`;
}

function names(hooks: readonly OwnHook[]): string {
  return [...new Set(hooks.map(({ event }) => event))].join(', ');
}

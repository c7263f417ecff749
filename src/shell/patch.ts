import type { TargetRole } from '../model/target.ts';

/** A file that a patch's headers name. */
export type PatchTarget = { readonly path: string; readonly role: Exclude<TargetRole, 'read'> };

/** More files than that in one patch are not listed; the caller says so. */
export const MAX_PATCH_FILES = 100_000;

/**
 * The files that a patch touches: Codex's (`*** Begin Patch`, `Add File`, `Update File`, `Delete File`, `Move to`),
 * else a unified diff with `strip` leading components off (as `patch -p`). Only header lines count: text behind `+`,
 * `-` or a space is content. Linear. hostile: whatever text.
 */
export function patchTargets(
  text: string,
  options: { readonly strip?: number } = {},
): readonly PatchTarget[] {
  return isCodexPatch(text) ? codexTargets(text) : diffTargets(text, options.strip);
}

/** Whether the text has a Codex patch in it. */
export function isCodexPatch(text: string): boolean {
  return text.includes('*** Begin Patch') || /^\*\*\* (Add|Update|Delete) File: /m.test(text);
}

/** Whether the text has a unified diff in it. */
export function isUnifiedDiff(text: string): boolean {
  return /^diff --git |^--- [^\n]+\n\+\+\+ /m.test(text);
}

function codexTargets(text: string): readonly PatchTarget[] {
  const out: PatchTarget[] = [];
  for (const line of lines(text)) {
    // Codex trims header lines; content lines begin with `+`, `-`, a space or `@`.
    const match = /^\*\*\* (Add File|Update File|Delete File|Move to): ?(.*)$/.exec(
      line.startsWith('*') ? line : '',
    );
    if (match === null) continue;
    const path = match[2]!.trim();
    if (path === '' || out.length >= MAX_PATCH_FILES) continue;
    if (match[1] === 'Move to') out.push(...moved(out, path));
    else
      out.push({
        path,
        role: match[1] === 'Add File' ? 'added' : match[1] === 'Delete File' ? 'removed' : 'written',
      });
  }
  return out;
}

/** A moved file is gone from where it was: its `Update File` becomes a removal. */
function moved(out: PatchTarget[], path: string): readonly PatchTarget[] {
  const before = out.at(-1);
  if (before?.role === 'written') out[out.length - 1] = { path: before.path, role: 'removed' };
  return [{ path, role: 'added' }];
}

function diffTargets(text: string, strip: number | undefined): readonly PatchTarget[] {
  const out: PatchTarget[] = [];
  let from = '';
  let hunk = 0;
  for (const line of lines(text)) {
    if (hunk > 0 && /^[-+ \\]/.test(line)) {
      hunk -= line.startsWith('-') || line.startsWith(' ') ? 1 : 0;
      continue;
    }
    hunk = 0;
    const counts = /^@@ -\d{1,10}(?:,(\d{1,10}))? \+\d/.exec(line);
    if (counts !== null) hunk = Number(counts[1] ?? '1');
    else if (line.startsWith('--- ')) from = header(line, strip);
    else if (line.startsWith('+++ ') && from !== '') {
      out.push(...pair(from, header(line, strip)));
      from = '';
    } else out.push(...renamed(line));
    if (out.length >= MAX_PATCH_FILES) break;
  }
  return out;
}

function pair(from: string, to: string): readonly PatchTarget[] {
  if (from === '/dev/null') return to === '' ? [] : [{ path: to, role: 'added' }];
  if (to === '/dev/null') return [{ path: from, role: 'removed' }];
  return [{ path: to === '' ? from : to, role: 'written' }];
}

function renamed(line: string): readonly PatchTarget[] {
  const match = /^(rename from|rename to|copy to) (.+)$/.exec(
    line.startsWith('r') || line.startsWith('c') ? line : '',
  );
  if (match === null) return [];
  return [{ path: unquoted(match[2]!), role: match[1] === 'rename from' ? 'removed' : 'added' }];
}

function header(line: string, strip: number | undefined): string {
  const tab = line.indexOf('\t', 4);
  const path = unquoted(line.slice(4, tab < 0 ? undefined : tab).trim());
  if (path === '/dev/null') return path;
  const drop = strip ?? (/^[ab]\//.test(path) ? 1 : 0);
  const parts = path.split('/');
  return parts.length > drop ? parts.slice(drop).join('/') : path;
}

function unquoted(path: string): string {
  return path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1).replace(/\\(["\\])/g, '$1') : path;
}

function* lines(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    // No header is longer than a path: the rest of a huge line is not copied.
    yield text.slice(at, Math.min(text[stop - 1] === '\r' ? stop - 1 : stop, at + 8192));
    at = stop + 1;
  }
}

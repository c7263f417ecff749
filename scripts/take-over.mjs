import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a build before left stays so long: a signer that runs from it loads some of its files only when it needs them. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Moves what was built over what was built before, file by file, so that at no moment something is missing: first the
 * files whose names are their contents' hash, which nothing refers to yet, then those that refer to them.
 */
export function takeOver(built, dist, now) {
  const files = filesIn(built);
  const named = (file) => /-[0-9A-Z]{8}\.(?:js|css)(?:\.map)?$/.test(file);
  for (const file of [...files.filter(named), ...files.filter((one) => !named(one))]) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    renameSync(join(built, file), join(dist, file));
  }
  rmSync(built, { recursive: true });
  const fresh = new Set(files);
  for (const file of filesIn(dist)) {
    const age = now - statSync(join(dist, file)).mtimeMs;
    if (!fresh.has(file) && (!named(file) || age > KEPT_MS)) rmSync(join(dist, file));
  }
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

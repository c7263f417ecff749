// Writes docs/vectors/ anew: node scripts/make-vectors.mjs. Only for a change of the format; the test compares.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// Beside node_modules, so that what the bundle leaves outside is found.
const work = mkdtempSync(join(root, 'node_modules/.vectors-'));
try {
  const outfile = join(work, 'make.mjs');
  await build({
    entryPoints: [join(root, 'test/vectors/make.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
  const { makeVectors } = await import(pathToFileURL(outfile).href);
  for (const [path, text] of await makeVectors()) {
    const file = join(root, 'docs/vectors', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

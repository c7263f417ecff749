import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** What the self-verifying page is made of: the core over a bundle. */
const CORE = ['src/view/bundle/bundle-source.ts', 'src/view/rows/run-rows.ts', 'src/view/content-piece.ts'];

it('the viewer’s core reaches nothing of Node', async () => {
  const found: string[] = [];
  await build({
    entryPoints: CORE,
    outdir: 'nowhere',
    write: false,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
    plugins: [
      {
        name: 'no-node',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^node:/ }, ({ path, importer }) => {
            // These have a file of the same shape for a browser, which its bundler puts in their place.
            if (!/src\/(?:bytes\/sha256|proof\/ed25519)\.ts$/.test(importer))
              found.push(`${importer}: ${path}`);
            return { path, external: true };
          });
        },
      },
    ],
  });
  expect(found).toEqual([]);
});

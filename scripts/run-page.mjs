// The code of a run's self-verifying page: one script and one style sheet, which `export --html` puts into each page.
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;

/** Each of these has a file of the same shape for a browser beside it. */
const forBrowser = {
  name: 'for-browser',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:sha256|ed25519)\.ts$/ }, async ({ path, resolveDir }) => ({
      path: new URL(path.replace(/\.ts$/, '.browser.ts'), `file://${resolveDir}/`).pathname,
    }));
  },
};

/** Builds the page's code; gives `script` and `style`. */
export async function buildRunPage() {
  const { outputFiles } = await build({
    entryPoints: [`${root}src/view/html/in-page/main.ts`],
    outdir: 'run-page',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [forBrowser],
    legalComments: 'none',
    logLevel: 'warning',
  });
  const text = (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { script: text('.js').trim(), style: text('.css').trim() };
}

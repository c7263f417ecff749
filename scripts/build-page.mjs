// Builds the viewer's page: a script, a style sheet and a page that loads both, nothing from elsewhere.
import { build } from 'vite';

const root = new URL('../src/view/page', import.meta.url).pathname;

/** Each of these has a file of the same shape for a browser beside it. */
export const forBrowser = {
  name: 'for-browser',
  enforce: 'pre',
  resolveId(source, importer, options) {
    if (!/\/(?:sha256|ed25519)\.ts$/.test(source)) return null;
    return this.resolve(source.replace(/\.ts$/, '.browser.ts'), importer, options);
  },
};

/** Writes the page into a folder. */
export async function buildPage(outDir) {
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'warn',
    plugins: [forBrowser],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false },
      },
    },
  });
}

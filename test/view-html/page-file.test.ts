import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { escapeData, unescapeData } from '../../src/view/html/data-element.ts';
import { isPageFile, openPage } from '../../src/view/html/page-bundle.ts';
import { pageBytes, writePage } from '../../src/view/html/page-file.ts';
import { type PageCode, pageShell } from '../../src/view/html/page-shell.ts';
import { bundleOf, busyHome, disclosing } from '../bundle/made-bundle.ts';
import { RUN } from '../verify/made-home.ts';
import { findingOn } from './made-findings.ts';

const CODE: PageCode = { script: 'console.log(1)', style: 'p { color: red }' };
const folder = mkdtempSync(join(tmpdir(), 'tracekit-page-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function textOf(bundle: Uint8Array): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const bytes of pageBytes(CODE, { bundle: [bundle], findings: [] })) parts.push(bytes);
  return Buffer.concat(parts).toString('latin1');
}

function written(html: string | Uint8Array): string {
  const path = join(folder, 'page.html');
  writeFileSync(path, html);
  return path;
}

describe('data in a page', () => {
  it('comes out as it went in, whatever it is', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(unescapeData(escapeData(bytes))).toEqual(bytes);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each(['</script>', '<!--', '<script>', ']]>', '&lt;/script&gt;', '&amp;lt;', '&', '<', '&l', '&am'])(
    'has no < for HTML to read: %s',
    (text) => {
      const escaped = Buffer.from(escapeData(toUtf8(text))).toString();
      expect(escaped).not.toContain('<');
      expect(Buffer.from(unescapeData(toUtf8(escaped))!).toString()).toBe(text);
    },
  );

  it.each(['<', 'a & b', '&', '&l', '&lt', '&quot;', '&am;'])(
    'is refused where it was never written: %s',
    (text) => {
      expect(unescapeData(toUtf8(text))).toBeUndefined();
    },
  );
});

describe('a page on disk', () => {
  it('gives its bundle back, byte for byte, and is known as our own', async () => {
    const home = busyHome();
    const text = `${await bundleOf(home, RUN, disclosing(home.log))}`;
    const path = join(folder, 'own.html');
    await writePage(path, CODE, { bundle: [toUtf8(text)], findings: [findingOn(text, 1)] });
    expect(isPageFile(path)).toBe(true);
    const { bundle, isOwn } = openPage(path, CODE);
    expect(Buffer.from(bundle).toString()).toBe(text);
    expect(isOwn).toBe(true);
  });

  it.each([
    ['another script', (html: string) => html.replace('console.log(1)', 'console.log(2)')],
    ['a script beside ours', (html: string) => html.replace('</body>', '<script>1</script></body>')],
    ['a weaker policy', (html: string) => html.replace("default-src 'none'", 'default-src *')],
    ['another style', (html: string) => html.replace('color: red', 'color: tan')],
    ['something before it', (html: string) => html.replace('<html', '<!-- --><html')],
    ['something after it', (html: string) => `${html}<p>`],
    ['HTML in the place of the findings', (html: string) => html.replace('>[]<', '><b>[]</b><')],
    ['a second bundle', (html: string) => html.replace('</body>', `${pageShell(CODE).head}</script></body>`)],
  ])('is not our own with %s, and is read all the same', async (_, change) => {
    const html = await textOf(toUtf8('{"a":"<b>"}\n'));
    const path = written(change(html));
    expect(change(html)).not.toBe(html);
    const { bundle, isOwn } = openPage(path, CODE);
    expect(Buffer.from(bundle).toString()).toBe('{"a":"<b>"}\n');
    expect(isOwn).toBe(false);
  });

  it('says what is wrong with one that holds no bundle', async () => {
    const html = await textOf(toUtf8('{}\n'));
    expect(() => openPage(written(html.replace('id="tracekit-bundle"', 'id="x"')), CODE)).toThrow(
      /found none/,
    );
    expect(() => openPage(written(html.replace('{}', '<b>')), CODE)).toThrow(/something else from byte/);
  });

  it('is no file of another kind', () => {
    expect(isPageFile(written('<!doctype html><p>'))).toBe(false);
    expect(isPageFile(written(''))).toBe(false);
    expect(isPageFile(folder)).toBe(false);
  });
});

describe('the code of a page', () => {
  it.each(['</script>', '<!-- x', '<SCRIPT', 'a\rb', 'a\0b'])(
    'is refused where HTML would read it: %j',
    (text) => {
      expect(() => pageShell({ ...CODE, script: text })).toThrow(/expected nothing that HTML reads/);
    },
  );
});

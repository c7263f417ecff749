import { toBase64 } from '../../bytes/base64.ts';
import { sha256, sha256Hex } from '../../bytes/sha256.ts';
import { toUtf8 } from '../../bytes/utf8.ts';
import { TracekitError } from '../../model/error.ts';
import { BUNDLE_ELEMENT, DATA_END, FINDINGS_ELEMENT } from './data-element.ts';

/** What the build made of the page's code: one script and one style sheet. */
export type PageCode = { readonly script: string; readonly style: string };

/**
 * A page without its data: the same text for every run that a program exports, so that who has the program can tell
 * whether the code of a page is its own. The bundle goes between `head` and `middle`, the findings before `tail`.
 */
export type PageShell = { readonly head: string; readonly middle: string; readonly tail: string };

export type PageShellErrorCode = 'bad_page_code';

/** The shell around this code. Throws `bad_page_code` where the code could not stand in a page as it is. */
export function pageShell({ script, style }: PageCode): PageShell {
  checkInline('script', script);
  checkInline('style', style);
  const policy = [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = `<!doctype html>
<!-- A run recorded by tracekit, which checks itself when it is opened. It cannot vouch for its own code: tracekit verify FILE -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>tracekit run</title>
<style>${style}</style>
</head>
<body>
<section id="tracekit-check" aria-label="Check of this page"></section>
<div id="tracekit-page"></div>
<noscript><p>This page checks and shows the run that is in it by a script, which does not run here. Without a browser: tracekit verify FILE</p></noscript>
${BUNDLE_ELEMENT}`;
  const tail = `${DATA_END}<script>${script}</script>\n</body>\n</html>\n`;
  return { head, middle: `${DATA_END}${FINDINGS_ELEMENT}`, tail };
}

/** What tells the code of a page from another's: SHA-256 in hex of the whole shell, and of the script in it. */
export function pageHashes(code: PageCode): { readonly page: string; readonly script: string } {
  const { head, middle, tail } = pageShell(code);
  return { page: sha256Hex(toUtf8(head + middle + tail)), script: sha256Hex(toUtf8(code.script)) };
}

/** A source expression for inline code (CSP Level 3 §2.3.1). */
function sourceHash(text: string): string {
  return `sha256-${toBase64(sha256(toUtf8(text)))}`;
}

/** The code must not end its own element, open a comment, or hold what an HTML parser changes. */
function checkInline(what: 'script' | 'style', text: string): void {
  const found = /<\/(?:script|style)|<!--|<script|[\0\r]/i.exec(text);
  if (found === null) return;
  throw new TracekitError<PageShellErrorCode>(
    'bad_page_code',
    `the page's ${what}: expected nothing that HTML reads, found ${JSON.stringify(found[0])} at character ${found.index}`,
  );
}

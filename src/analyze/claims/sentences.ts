/** A longer sentence claims nothing that is read. */
const MAX_SENTENCE = 600;
/** Of a text so much is read, from its end: what an agent did, it says last. */
const MAX_TEXT = 60_000;

/**
 * hostile: what an agent said. Its sentences, without what is code, quoted, or a heading; marks of emphasis and of lists are
 * taken off. Linear.
 */
export function sentencesOf(text: string): readonly string[] {
  const found: string[] = [];
  let fence = '';
  for (const line of text.slice(-MAX_TEXT).split('\n')) {
    const bare = line.trim();
    const mark = /^(?:```|~~~)/.exec(bare)?.[0];
    if (mark !== undefined && (fence === '' || fence === mark)) {
      fence = fence === '' ? mark : '';
      continue;
    }
    if (fence !== '' || bare === '' || /^(?:>|\||#|\$ |\[ \])/.test(bare)) continue;
    for (const sentence of plain(bare).split(/(?<=[.!?;:])\s+|\s+[–—]\s+/)) {
      if (sentence !== '' && sentence.length <= MAX_SENTENCE) found.push(sentence);
    }
  }
  return found;
}

function plain(line: string): string {
  return line
    .replace(/^(?:[-*+•]|\d{1,3}[.)])\s{1,8}(?:\[[xX]\]\s{1,8})?/, '')
    .replace(/^(?:✅|✔️?|☑️?|🎉|👍|✓)\s{0,8}/u, '')
    .replaceAll(/\*{1,3}|__|[`“”]/g, '')
    .replaceAll('’', "'")
    .replaceAll(/"[^"]{0,300}"/g, '""')
    .replaceAll(/\s{1,200}/g, ' ')
    .trim();
}

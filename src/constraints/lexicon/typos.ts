/** Words that a ban stands or falls with, in the forms that people mistype most. */
const TYPED = [
  'touch modify change delete remove commit update install rewrite network directory folder existing everything anything',
  'touching modifying changing editing deleting removing committing pushing installing updating nothing without',
  'never please leave alone files except changes allowed untouched unchanged modifications restrict',
]
  .join(' ')
  .split(' ');
/** Slips in shorter words, one by one: what a slip turns "push" into is too often a word. */
const SHORT: readonly (readonly [string, string])[] = [
  ['eidt', 'edit'],
  ['edti', 'edit'],
  ['edt', 'edit'],
  ['psuh', 'push'],
  ['puhs', 'push'],
  ['pushh', 'push'],
  ['olny', 'only'],
  ['onyl', 'only'],
  ['onl', 'only'],
  ['leve', 'leave'],
  ['lave', 'leave'],
  ['kepe', 'keep'],
  ['teh', 'the'],
  ['adn', 'and'],
  ['fiels', 'files'],
  ['dnt', "don't"],
  ['donot', "don't"],
  ['dotn', "don't"],
  ["do'nt", "don't"],
  ["dont'", "don't"],
  ["dont't", "don't"],
  ["don'tt", "don't"],
  ['dont', "don't"],
  ['nto', 'not'],
];
/** Slips that are words themselves. */
const WORDS: ReadonlySet<string> = new Set(['file', 'flies', 'noting', 'exiting', 'leaves']);

/** What a mistyped word was to be: one letter missing (not the first), doubled, or two of them swapped. */
export const TYPOS: ReadonlyMap<string, string> = readTypos();

function readTypos(): Map<string, string> {
  const typos = new Map<string, string>();
  for (const word of TYPED) {
    for (let i = 1; i < word.length; i++) {
      typos.set(word.slice(0, i) + word.slice(i + 1), word);
      typos.set(word.slice(0, i) + word[i]! + word.slice(i), word);
      if (i > 1 || word.length > 5)
        typos.set(word.slice(0, i - 1) + word[i]! + word[i - 1]! + word.slice(i + 1), word);
    }
  }
  for (const [typo, word] of SHORT) typos.set(typo, word);
  for (const word of [...TYPED, ...WORDS]) typos.delete(word);
  return typos;
}

import { inert } from '../../../bytes/inert.ts';
import { formatVkey, parseVkey, type Vkey } from '../../../proof/vkey.ts';
import { isSameKey } from '../../../verify/keyring.ts';
import { reportLines } from '../../../verify/report.ts';
import type { Standing, VerifyReport } from '../../../verify/verdict.ts';
import type { RunCheck } from '../run-check.ts';
import type { SecondOpinion } from '../signatures.ts';
import { element } from './elements.ts';
import type { ShownRun } from './shown-run.ts';

/** What the panel says besides the report. */
export type PanelFacts = {
  readonly check: RunCheck;
  readonly shown: Pick<ShownRun, 'faults' | 'unsigned'>;
  /** SHA-256 of the page's script, as the page sees it. */
  readonly script: string;
};

/** What must be known of the page without opening anything. */
const CAUTION =
  'Checked just now, in this browser, from what is in this file alone. The page can prove neither whose key signed, nor that its own code was left alone: compare the key, and run tracekit verify on the file.';

/** The part of the page that says whether the run holds. It is above all else, and nothing of the run can cover it. */
export class Panel {
  readonly #place: HTMLElement;
  readonly #head = element('p', {
    class: 'tk-headline',
    attributes: { role: 'status', 'aria-live': 'polite' },
  });
  readonly #bar = element('progress', {
    attributes: { max: '1', value: '0', 'aria-label': 'checked so far' },
  });

  constructor(place: HTMLElement) {
    this.#place = place;
    this.#say('checking', 'Checking this run …');
    place.append(this.#head, this.#bar);
  }

  progress(share: number): void {
    this.#bar.value = share;
  }

  /** The page can't be checked at all, and why. */
  broken(why: string): void {
    this.#bar.remove();
    this.#say('failed', `THIS RUN CANNOT BE CHECKED: ${why}`);
  }

  done({ check, shown, script }: PanelFacts): void {
    this.#bar.remove();
    const { report } = check;
    this.#headline(report, shown.faults);
    const lines = element('div');
    lines.append(...reportOf(report));
    this.#place.append(
      element('p', { class: 'tk-caution', inside: [CAUTION] }),
      ...faultsOf(shown.faults),
      details(
        'What was checked, and what it rests on',
        [lines, opinionOf(check.opinion), ...unsignedOf(shown.unsigned)],
        isBad(report),
      ),
      details(
        'Whose key signed it',
        keyParts(check.key, (trusted) => this.#trust(check, trusted, lines)),
        false,
      ),
      details('Why you need not believe this page', codeParts(script), false),
    );
  }

  /** Judges once more, by the key that the reader has from elsewhere. */
  #trust(check: RunCheck, trusted: Vkey, lines: HTMLElement): void {
    const report = check.judge([trusted]);
    this.#headline(report, []);
    lines.replaceChildren(...reportOf(report));
  }

  #headline(report: VerifyReport, findingFaults: readonly string[]): void {
    const [state, text] = headlineOf(report, findingFaults);
    this.#say(state, text);
  }

  #say(state: 'checking' | Standing, text: string): void {
    this.#place.dataset.state = state;
    this.#head.textContent = inert(text);
  }
}

/** What a reader must know first, and how grave it is. */
function headlineOf(report: VerifyReport, findingFaults: readonly string[]): readonly [Standing, string] {
  const [integrity, completeness, authorship] = (['integrity', 'completeness', 'authorship'] as const).map(
    (wanted) => report.verdicts.find(({ question }) => question === wanted),
  );
  const bad = [integrity, authorship].find(
    (one) => one?.standing === 'failed' || one?.standing === 'unusable',
  );
  if (integrity === undefined) return ['failed', 'UNKNOWN: nothing says whether the records hold'];
  if (bad !== undefined) return ['failed', `${bad.word}: ${bad.basis[0] ?? ''}`];
  if (findingFaults.length > 0) return ['failed', `FINDINGS CHANGED: ${findingFaults[0]!}`];
  const words = [integrity, completeness, authorship].flatMap((one) => one?.word ?? []);
  return [authorship?.word === 'PINNED' ? 'ok' : 'warning', words.join('; ')];
}

function isBad(report: VerifyReport): boolean {
  return report.verdicts.some(({ standing }) => standing === 'failed' || standing === 'unusable');
}

/** The report's lines, word for word as `tracekit verify` prints them. */
function reportOf(report: VerifyReport): readonly HTMLElement[] {
  const failed = new Set(
    report.verdicts.filter(({ standing }) => standing === 'failed').map(({ question }) => `${question}:`),
  );
  return reportLines(report).map((line) => {
    const isFailed = [...failed].some((start) => line.startsWith(start));
    return element('div', { class: isFailed ? 'tk-line tk-failed' : 'tk-line', inside: [inert(line)] });
  });
}

function faultsOf(faults: readonly string[]): readonly HTMLElement[] {
  if (faults.length === 0) return [];
  const items = faults.slice(0, 50).map((fault) => element('li', { inside: [inert(fault)] }));
  return [element('ul', { class: 'tk-faults', inside: items })];
}

function opinionOf({ kind, count }: SecondOpinion): HTMLElement {
  const words = {
    agrees: `${count} signatures were verified by this browser's WebCrypto and by the page's own Ed25519, with the same answer.`,
    differs: "This browser's WebCrypto and the page's own Ed25519 do not agree on a signature.",
    absent: "This browser has no Ed25519: signatures were verified by the page's own.",
  };
  return element('p', { class: 'tk-opinion', inside: [words[kind]] });
}

function unsignedOf(count: number): readonly HTMLElement[] {
  if (count === 0) return [];
  const words = `${count} findings are signed by nobody: the analyzer found them when this page was made. That what they cite is there was checked, their words were not; tracekit analyze --bundle FILE finds them anew.`;
  return [element('p', { class: 'tk-unsigned', inside: [words] })];
}

function keyParts(key: Vkey | undefined, trust: (vkey: Vkey) => void): readonly HTMLElement[] {
  if (key === undefined) return [element('p', { inside: ['The bundle names no key that signed it.'] })];
  const answer = element('p', { class: 'tk-answer', attributes: { role: 'status' } });
  const input = element('input', {
    attributes: {
      type: 'text',
      'aria-label': 'the key that you have from its owner',
      spellcheck: 'false',
      autocomplete: 'off',
    },
  });
  input.addEventListener('input', () => {
    const given = parseVkey(input.value.trim());
    if (input.value.trim() === '') answer.textContent = '';
    else if (given.kind === 'fault')
      answer.textContent = 'This is no key yet: a line NAME+ID+KEY is expected.';
    else {
      const same = isSameKey(given.value, key);
      answer.textContent = same ? 'It is the key that signed.' : 'It is NOT the key that signed.';
      answer.dataset.same = String(same);
      trust(given.value);
    }
  });
  return [
    element('p', {
      inside: ['Signed by ', element('code', { inside: [inert(formatVkey(key))] })],
    }),
    element('p', {
      inside: [
        'The page proves that this key signed the run. It proves nothing about whose key it is: compare it with the one that its owner gave you by another way than this file. It is in the home, ',
        element('code', { inside: [`keys/${key.id}.vkey`] }),
        '.',
      ],
    }),
    element('p', { inside: ['The key that you have: ', input] }),
    answer,
  ];
}

function codeParts(script: string): readonly HTMLElement[] {
  return [
    element('p', {
      inside: [
        'Whoever changes a run in a file like this can change the code that checks it, too. So let your own copy of tracekit look: ',
        element('code', { inside: ['tracekit verify FILE'] }),
        ' takes the run out of this file, verifies that, and says whether the rest of the file is what it would write itself.',
      ],
    }),
    element('p', {
      inside: [
        'SHA-256 of the script, as this page sees itself: ',
        element('code', { inside: [script] }),
        '. ',
        element('code', { inside: ['tracekit version --json'] }),
        ' states the one of your copy.',
      ],
    }),
  ];
}

function details(title: string, inside: readonly Node[], open: boolean): HTMLElement {
  const made = element('details', { inside: [element('summary', { inside: [title] }), ...inside] });
  made.open = open;
  return made;
}

import type { Committed } from '../../model/record.ts';
import type { RunSummary } from '../api.ts';
import { excerptOf, type RowSource } from '../rows/excerpt.ts';
import { oneLine } from '../rows/gist.ts';
import { partOf } from '../rows/parts.ts';
import type { RunInfo } from './run-info.ts';

const TITLE = 160;

/** The title and the directory of runs: the only contents that the list opens, each once. */
export class RunTitles {
  readonly #source: RowSource;
  readonly #known = new Map<string, Pick<RunSummary, 'title' | 'project'>>();

  constructor(source: RowSource) {
    this.#source = source;
  }

  of(info: RunInfo): Pick<RunSummary, 'title' | 'project'> {
    const key = `${info.id} ${info.firstPrompt} ${info.cwd?.commitment}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const title = this.#title(info.firstPrompt);
    const project = this.#text((info.opened?.data.project as unknown as Committed | undefined) ?? info.cwd);
    const made = {
      ...(title === undefined || title === '' ? {} : { title }),
      ...(project === undefined || project === '' ? {} : { project }),
    };
    this.#known.set(key, made);
    return made;
  }

  #title(seq: number | undefined): string | undefined {
    const record = seq === undefined ? undefined : this.#source.record(seq);
    if (record === undefined || seq === undefined) return undefined;
    if (record.kind === 'input.observed') return this.#text(record.data as unknown as Committed);
    const parts = record.data.parts as unknown as readonly unknown[];
    for (let part = 0; part < parts.length; part++) {
      const found = partOf(this.#source, { seq, part });
      if (found?.kind !== 'text') continue;
      const { text } = excerptOf(this.#source, found.body, { form: 'json', most: 4 * TITLE });
      if (text.trim() !== '') return oneLine(text).slice(0, TITLE);
    }
    return undefined;
  }

  #text(content: Committed | undefined): string | undefined {
    if (content === undefined) return undefined;
    const { text } = excerptOf(this.#source, content, { form: 'text', most: 4 * TITLE });
    return oneLine(text).slice(0, TITLE);
  }
}

import { type Examination, examine } from '../../policy/examine.ts';
import { NO_FILES, type PathReader } from '../../policy/real-path.ts';
import { joinPath, normalPath } from '../../shell/path.ts';
import { type Action, contextOf } from '../actions.ts';

/**
 * The symbolic links that a run's own commands made, since nothing else is known of the machine: a later call's paths are
 * followed through them.
 */
export class Links {
  readonly #links = new Map<string, string>();
  readonly #files: PathReader = { ...NO_FILES, readLink: (path) => this.#links.get(path) };

  /** Reads a call as the gate would have, with these links. */
  examine(action: Action): Examination | undefined {
    const read = action.read();
    if (read === undefined || this.#links.size === 0) return action.examination();
    return examine(read.call, { ...contextOf(read), files: this.#files });
  }

  /** Takes in the links that a call makes: `ln -s to at`. */
  take({ steps }: Examination, cwd: string): void {
    for (const { command, words, placed } of steps) {
      if (command?.name !== 'ln' || !words.some((word) => /^-[a-zA-Z]{0,8}s|^--symbolic$/.test(word)))
        continue;
      const operands = words.slice(1).filter((word) => !word.startsWith('-'));
      const made = placed.find(({ target }) => target.role !== 'read')?.names[0];
      const [to, at] = operands;
      if (to === undefined || operands.length > 2) continue;
      const place = made ?? normalPath(joinPath(cwd, at ?? to.slice(to.lastIndexOf('/') + 1)));
      if (place !== normalPath(joinPath(cwd, to))) this.#links.set(place, to);
    }
  }
}

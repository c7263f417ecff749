import type { HoldKind } from '../constraints/hold.ts';
import type { Draft, JsonObject } from '../model/record.ts';

/** A constraint as the log tells it. What was said is in the vault, by these commitments. */
export type Constraint = {
  readonly id: string;
  readonly kind: HoldKind;
  readonly enforce: 'live' | 'after';
  readonly by: 'person' | 'agent' | 'inherited';
  readonly prompt: number | undefined;
  readonly words: string | undefined;
  readonly targets: readonly string[];
  readonly except: readonly string[];
  readonly cwd: string | undefined;
  readonly untilWord: boolean;
  /** The `data` of its record, which a later part inherits. */
  readonly data: JsonObject;
};

/** What a later prompt took back, by the prompt's commitment, with those of the prompts before it. */
export type Lift = { readonly prompt: string; readonly earlier: readonly string[] };

/** What holds in one run. */
type RunConstraints = {
  readonly held: Map<string, Constraint>;
  /** Those that are released. */
  readonly ended: Set<string>;
  /** How often one was refused, since there were as many as may be. */
  refused: number;
  /** What the person said later of a constraint, by its id; it has no effect by itself. */
  readonly lifts: Map<string, Lift>;
  /** Commitments of the person's newest prompts, oldest first: where "it" may have been named. */
  prompts: string[];
  /** The newest prompt, by its commitment, while no call and no constraint has followed it. */
  unread: string | undefined;
  /** Prompts that turned out to be a harness's words. */
  readonly corrected: Set<number>;
};

/** So many prompts before one are looked through for what it refers to. */
const LOOK_BACK = 3;

/**
 * What the log says is held: a fold over its records, for each run, kept when the run is closed, since a later part, a
 * fork or a child inherits it. Runs in which nothing was ever held cost nothing.
 */
export class ConstraintBook {
  private readonly runs = new Map<string, RunConstraints>();

  apply({ run, kind, data }: Draft): void {
    if (run === undefined) return;
    const known = this.runs.get(run);
    if (known !== undefined && (kind === 'call.decided' || kind.startsWith('constraint.')))
      known.unread = undefined;
    switch (kind) {
      case 'input.observed':
        this.observe(this.of(run), data);
        break;
      case 'constraint.held':
        this.of(run).held.set(String(data.constraint), constraintOf(data));
        this.of(run).lifts.delete(String(data.constraint));
        break;
      case 'constraint.refused':
        this.of(run).refused++;
        break;
      case 'constraint.released':
        this.of(run).ended.add(String(data.constraint));
        this.of(run).lifts.delete(String(data.constraint));
        break;
      case 'run.closed':
        this.close(run);
        break;
      default:
        break;
    }
  }

  /** Takes back what could not be recorded. What it lifted stays held. */
  takeBack({ run, kind, data }: Draft): void {
    const entry = run === undefined ? undefined : this.runs.get(run);
    if (entry === undefined) return;
    if (kind === 'constraint.held') entry.held.delete(String(data.constraint));
    else if (kind === 'constraint.refused') entry.refused--;
    else if (kind === 'constraint.released') entry.ended.delete(String(data.constraint));
    else if (kind === 'input.observed') {
      entry.prompts = entry.prompts.filter((prompt) => prompt !== data.commitment);
      for (const [id, { prompt }] of entry.lifts) if (prompt === data.commitment) entry.lifts.delete(id);
    }
  }

  /** What holds in the run, scopes too, in the order in which it was said. */
  standing(run: string): readonly Constraint[] {
    const entry = this.runs.get(run);
    return entry === undefined ? [] : [...entry.held.values()].filter(({ id }) => !entry.ended.has(id));
  }

  /** Whether the constraint was ever held in the run; of a refusal, which has no id, whether there was one. */
  knows(run: string, id: unknown): boolean {
    return id === undefined ? this.isOverfull(run) : this.runs.get(run)?.held.has(String(id)) === true;
  }

  /** Whether a constraint was refused in the run: then every write of it waits. */
  isOverfull(run: string): boolean {
    return (this.runs.get(run)?.refused ?? 0) > 0;
  }

  /** What the person said later about a constraint of the run that still holds. */
  lift(run: string, id: string): Lift | undefined {
    return this.runs.get(run)?.lifts.get(id);
  }

  /** All that later prompts took back in the run and that holds still. */
  lifts(run: string): ReadonlyMap<string, Lift> {
    return this.runs.get(run)?.lifts ?? new Map();
  }

  /** Commitments of the person's last prompts in the run, oldest first. */
  prompts(run: string): readonly string[] {
    return this.runs.get(run)?.prompts ?? [];
  }

  /** The run's newest prompt, where a crash may have come between it and what it holds. */
  unread(run: string): string | undefined {
    return this.runs.get(run)?.unread;
  }

  /** Whether the words of that prompt turned out to be a harness's. */
  isCorrected(run: string, prompt: number | undefined): boolean {
    return prompt !== undefined && this.runs.get(run)?.corrected.has(prompt) === true;
  }

  /** The runs in which something is held or was refused. */
  get holding(): readonly string[] {
    return [...this.runs].flatMap(([run, { held, ended, refused }]) =>
      held.size > ended.size || refused > 0 ? [run] : [],
    );
  }

  /** The records that make the same book again. */
  save(): readonly Draft[] {
    return [...this.runs].flatMap(([run, entry]): readonly Draft[] => {
      const draft = (kind: Draft['kind'], data: JsonObject): Draft => ({ run, kind, source: 'signer', data });
      const refused = Array.from({ length: Math.min(1, entry.refused) }, () =>
        draft('constraint.refused', {}),
      );
      return [...this.standing(run).map(({ data }) => draft('constraint.held', data)), ...refused];
    });
  }

  private of(run: string): RunConstraints {
    let entry = this.runs.get(run);
    if (entry === undefined) {
      const none = { refused: 0, prompts: [], unread: undefined };
      entry = { ...none, held: new Map(), ended: new Set(), lifts: new Map(), corrected: new Set() };
      this.runs.set(run, entry);
    }
    return entry;
  }

  private observe(entry: RunConstraints, data: JsonObject): void {
    const commitment = String(data.commitment);
    if (typeof data.corrects === 'number') {
      // A turn that another hook kept going: none of its prompts may loosen anything.
      entry.lifts.clear();
      entry.corrected.add(data.corrects);
      if (entry.unread === commitment) entry.unread = undefined;
      entry.prompts = entry.prompts.filter((prompt) => prompt !== commitment);
    } else if (data.origin === 'person') {
      const lifts = (data.lifts ?? []) as readonly string[];
      for (const id of lifts) entry.lifts.set(id, { prompt: commitment, earlier: entry.prompts });
      entry.prompts = [...entry.prompts, commitment].slice(-LOOK_BACK);
      entry.unread = commitment;
    }
  }

  /** Of a closed run only what others inherit is kept. */
  private close(run: string): void {
    const entry = this.runs.get(run);
    if (entry === undefined) return;
    if (this.standing(run).length === 0 && entry.refused === 0) this.runs.delete(run);
    else {
      entry.prompts = [];
      entry.unread = undefined;
      entry.lifts.clear();
      entry.corrected.clear();
    }
  }
}

function constraintOf(data: JsonObject): Constraint {
  const commitments = (value: JsonObject[string] | undefined) =>
    ((value ?? []) as readonly JsonObject[]).map(({ commitment }) => String(commitment));
  const one = (value: JsonObject[string] | undefined) =>
    value === undefined ? undefined : String((value as JsonObject).commitment);
  return {
    id: String(data.constraint),
    kind: data.kind as HoldKind,
    enforce: data.enforce === 'after' ? 'after' : 'live',
    by: (data.by ?? 'person') as Constraint['by'],
    prompt: data.prompt as number | undefined,
    words: one(data.words),
    targets: commitments(data.targets),
    except: commitments(data.except),
    cwd: one(data.cwd),
    untilWord: data.until_word === true,
    data,
  };
}

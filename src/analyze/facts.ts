import { capabilityOf } from '../harness/capabilities.ts';
import { actionsOf } from './actions.ts';
import { saidAt } from './claims/said.ts';
import { standingAfter } from './holds/standing.ts';
import { turnsOf } from './holds/turns.ts';
import { pairsOf } from './pairs.ts';
import { promptBookOf } from './prompts/prompt-book.ts';
import type { Facts } from './rule.ts';
import { stepsOf } from './steps.ts';
import type { Timeline } from './timeline/timeline.ts';

/** The facts of a timeline, each made once, when it is first asked for. */
export function factsOf(timeline: Timeline): Facts {
  const made: { -readonly [K in keyof Facts]?: Facts[K] } = {};
  return {
    get capability() {
      made.capability ??= capabilityOf(timeline.run.harness, timeline.run.versions.at(-1));
      return made.capability;
    },
    get pairs() {
      made.pairs ??= pairsOf(timeline);
      return made.pairs;
    },
    get actions() {
      made.actions ??= actionsOf(timeline, this.pairs);
      return made.actions;
    },
    get said() {
      made.said ??= saidAt(this.steps, timeline);
      return made.said;
    },
    get prompts() {
      made.prompts ??= promptBookOf(timeline, this.pairs);
      return made.prompts;
    },
    get standing() {
      made.standing ??= standingAfter(this.prompts.person, timeline);
      return made.standing;
    },
    get turns() {
      made.turns ??= turnsOf(this.steps, this.prompts);
      return made.turns;
    },
    get steps() {
      made.steps ??= stepsOf(timeline, this.actions);
      return made.steps;
    },
  };
}

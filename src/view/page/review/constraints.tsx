import type { JSX } from 'preact';
import type { HeldConstraint } from '../../api.ts';
import { RecordLink } from '../shell/link.tsx';
import { Words } from '../text/excerpt.tsx';
import { Foreign } from '../text/foreign.tsx';
import { MoreOf } from './more-of.tsx';
import { Section } from './section.tsx';

const STATE: Readonly<Record<HeldConstraint['state'], string>> = {
  held: 'held',
  released: 'released',
  refused: 'not held: there were too many',
};

const KINDS: Readonly<Record<string, string>> = {
  no_modify: 'do not change',
  read_only: 'change nothing',
  no_delete: 'do not delete',
  no_push: 'do not push',
  no_commit: 'do not commit',
  no_network: 'no network',
  no_install: 'do not install',
  scope: 'change nothing else than',
};

/** What the person asked the agent to keep to, with the words that it rests on. */
export function Constraints({
  constraints,
}: {
  readonly constraints: readonly HeldConstraint[];
  readonly run: string;
}): JSX.Element {
  return (
    <Section title="Constraints" id="constraints" count={constraints.length}>
      {constraints.length === 0 ? (
        <p class="none">No prompt of this run forbids or limits anything, as far as its words were read.</p>
      ) : (
        <MoreOf
          of={constraints}
          most={12}
          one={(held, i) => (
            <li key={i} class={`constraint constraint-${held.state}`}>
              <ConstraintLine held={held} />
            </li>
          )}
        />
      )}
    </Section>
  );
}

/** One constraint: the person's words first, then how they were read. */
export function ConstraintLine({ held }: { readonly held: HeldConstraint }): JSX.Element {
  const { kind, targets, except, words, prompt, enforce, by, at, state, released } = held;
  return (
    <>
      {words === undefined ? null : (
        <blockquote>
          <Words excerpt={words} label="words of the constraint" records={[at, prompt ?? at]} lines={4} />
        </blockquote>
      )}
      <p class="facts">
        <span class={`badge badge-${state}`}>{STATE[state]}</span>
        <strong title={Object.hasOwn(KINDS, kind) ? kind : undefined}>
          <Foreign text={Object.hasOwn(KINDS, kind) ? KINDS[kind]! : kind} />
        </strong>
        {targets.map(({ text }, i) => (
          <Foreign key={i} text={text} mono />
        ))}
        {except.length === 0 ? null : <span>except</span>}
        {except.map(({ text }, i) => (
          <Foreign key={i} text={text} mono />
        ))}
        <span>{enforce === 'live' ? 'calls that break it are held' : 'looked for afterwards'}</span>
        <span>
          by <Foreign text={by} />
        </span>
        <span>
          {prompt === undefined ? null : (
            <>
              prompt <RecordLink seq={prompt} />{' '}
            </>
          )}
          record <RecordLink seq={at} />
        </span>
        {released === undefined ? null : (
          <span>
            released by {released.how === 'prompt' ? 'a prompt' : 'an approval'}{' '}
            <RecordLink seq={released.at} />
          </span>
        )}
      </p>
    </>
  );
}

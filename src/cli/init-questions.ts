import { cancel, confirm, intro, isCancel, multiselect, outro, select } from '@clack/prompts';
import type { Profile } from '../harness/failure.ts';
import { INSTALLERS } from '../install/installers.ts';
import { TracekitError } from '../model/error.ts';
import type { Harness } from '../model/harness.ts';

/** What is to be installed. */
export type Asked = { readonly harnesses: readonly Harness[]; readonly profile: Profile };

/** Asks at the terminal which of the found harnesses to set up, and under which profile unless that is settled. */
export async function askInit(found: readonly Harness[], profile: Profile | undefined): Promise<Asked> {
  intro('tracekit init');
  const harnesses = await multiselect<Harness>({
    message: 'These were found here. Whose calls shall be recorded and judged?',
    options: found.map((value) => ({ value, label: INSTALLERS[value].name })),
    initialValues: [...found],
    required: true,
  });
  if (isCancel(harnesses)) throw cancelled();
  const settled = profile ?? (await askProfile());
  const go = await confirm({
    message: 'Edit their settings? A copy of each is kept; uninstall takes it back.',
  });
  if (isCancel(go) || !go) throw cancelled();
  outro('');
  return { harnesses, profile: settled };
}

async function askProfile(): Promise<Profile> {
  const profile = await select<Profile>({
    message: 'What shall happen to a call that cannot be judged (a broken hook, no signer)?',
    options: [
      { value: 'closed', label: 'it is blocked', hint: 'as with --v2' },
      { value: 'open', label: 'it runs, and a line on stderr says so' },
    ],
  });
  if (isCancel(profile)) throw cancelled();
  return profile;
}

function cancelled(): TracekitError {
  cancel('Nothing was changed.');
  return new TracekitError('cancelled', 'cancelled; nothing was changed', { exitCode: 130 });
}

import type { SimpleCommand } from './command.ts';
import type { Inner } from './inner.ts';
import { readArguments, type Spec } from './options.ts';
import type { Word } from './word.ts';

const EXEC: Spec = {
  first: true,
  short: 'uwecnlf',
  long: [
    '--user',
    '--workdir',
    '--env',
    '--env-file',
    '--container',
    '--namespace',
    '--index',
    '--context',
    '--detach-keys',
  ],
};

const RUN: Spec = {
  first: true,
  short: 'uwevpmhcla',
  long: [
    '--user',
    '--workdir',
    '--env',
    '--env-file',
    '--volume',
    '--mount',
    '--publish',
    '--name',
    '--network',
    '--net',
    '--entrypoint',
    '--platform',
    '--memory',
    '--cpus',
    '--hostname',
    '--label',
    '--add-host',
    '--tmpfs',
    '--pull',
    '--pid',
    '--userns',
    '--cap-add',
    '--cap-drop',
    '--security-opt',
    '--gpus',
    '--device',
    '--restart',
    '--ipc',
    '--shm-size',
  ],
};

/** `docker exec X cmd`, `docker run IMAGE cmd`, `docker compose exec|run SVC cmd`, `kubectl exec POD -- cmd`. */
export function unwrapContainer(command: SimpleCommand): readonly Inner[] {
  const outer = readArguments(command.words.slice(1), {
    first: true,
    short: 'HflcnpC',
    long: [
      '--host',
      '--context',
      '--config',
      '--namespace',
      '--file',
      '--project-name',
      '--profile',
      '--kubeconfig',
    ],
  });
  let words: readonly Word[] = outer.operands;
  if (words[0]?.text === 'compose')
    words = readArguments(words.slice(1), {
      first: true,
      short: 'fp',
      long: ['--file', '--project-name', '--profile', '--env-file'],
    }).operands;
  if (words[0]?.text === 'container') words = words.slice(1);
  const verb = words[0]?.text;
  if (verb !== 'exec' && verb !== 'run' && verb !== 'debug') return [];
  const dashes = words.findIndex((word) => word.text === '--');
  if (dashes > 0) return inContainer(words.slice(dashes + 1));
  const args = readArguments(words.slice(1), verb === 'exec' ? EXEC : RUN);
  const entry = args.options.get('--entrypoint')?.[0];
  const rest = args.operands.slice(1);
  if (entry !== undefined) return inContainer([entry, ...rest]);
  return command.name === 'kubectl' && verb === 'run' ? [] : inContainer(rest);
}

function inContainer(words: readonly Word[]): readonly Inner[] {
  return words.length === 0 ? [] : [{ words, place: 'container' }];
}

/** The folders of this machine that a container is given (`-v HOST:THERE`, `--mount type=bind,src=HOST`), and whether it may change them. */
export function mounts(
  command: SimpleCommand,
): readonly { readonly word: Word; readonly writable: boolean }[] {
  if (!/^(docker|podman|nerdctl)$/.test(command.name)) return [];
  const words = command.words;
  return words.flatMap((word, i) => {
    const before = words[i - 1]?.text ?? '';
    const text = /^(-v|--volume)$/.test(before)
      ? word.text
      : /^(-v|--volume=)[/~.]/.test(word.text)
        ? word.text.replace(/^(-v|--volume=)/, '')
        : '';
    const bound = /(?:^|,)(?:src|source)=([^,]+)/.exec(
      /^--mount/.test(before) || word.text.startsWith('--mount=') ? word.text : '',
    )?.[1];
    const host = bound ?? text.split(':')[0] ?? '';
    if (!/^[/~.$]/.test(host)) return [];
    return [{ word: { ...word, text: host }, writable: !/:ro\b|,(readonly|ro)\b/.test(word.text) }];
  });
}

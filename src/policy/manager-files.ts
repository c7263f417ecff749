import type { SimpleCommand } from '../shell/command.ts';

type Manager = { readonly verbs: RegExp; readonly bare?: RegExp; readonly files: readonly string[] };

const CHANGES = /^(add|remove|rm|update|upgrade|up|uninstall|unlink|lock|require|tidy|get)$/;
/** Verbs that change the files only where they are given a package. */
const WITH_PACKAGE = /^(install|i|in)$/;

/** What package managers write when they add, update or remove a package. */
const MANAGERS: ReadonlyMap<string, Manager> = new Map([
  ['npm', { verbs: CHANGES, bare: WITH_PACKAGE, files: ['package.json', 'package-lock.json'] }],
  ['pnpm', { verbs: CHANGES, bare: WITH_PACKAGE, files: ['package.json', 'pnpm-lock.yaml'] }],
  ['yarn', { verbs: CHANGES, files: ['package.json', 'yarn.lock'] }],
  ['bun', { verbs: CHANGES, bare: WITH_PACKAGE, files: ['package.json', 'bun.lock', 'bun.lockb'] }],
  ['cargo', { verbs: /^(add|remove|rm|update|generate-lockfile)$/, files: ['Cargo.toml', 'Cargo.lock'] }],
  ['poetry', { verbs: CHANGES, files: ['pyproject.toml', 'poetry.lock'] }],
  ['pdm', { verbs: CHANGES, files: ['pyproject.toml', 'pdm.lock'] }],
  ['uv', { verbs: /^(add|remove|lock)$/, files: ['pyproject.toml', 'uv.lock'] }],
  ['pipenv', { verbs: CHANGES, bare: WITH_PACKAGE, files: ['Pipfile', 'Pipfile.lock'] }],
  ['go', { verbs: /^(get|tidy)$/, files: ['go.mod', 'go.sum'] }],
  ['bundle', { verbs: /^(add|remove|update|lock)$/, files: ['Gemfile', 'Gemfile.lock'] }],
  ['composer', { verbs: CHANGES, files: ['composer.json', 'composer.lock'] }],
]);

/** The files in its folder that a package manager's command writes: a manifest and a lockfile; none of any other command. */
export function managerFiles({ name, words }: SimpleCommand): readonly string[] {
  const manager = MANAGERS.get(name);
  if (manager === undefined) return [];
  const texts = words.slice(1, 60).map(({ text }) => text);
  if (texts.some((text) => /^(-g|--global|--dry-run|--no-save)$/.test(text))) return [];
  const [first = '', ...rest] = texts.filter((text) => !text.startsWith('-'));
  const verb = name === 'go' && first === 'mod' ? (rest[0] ?? '') : first;
  const changes = manager.verbs.test(verb) || (manager.bare?.test(verb) === true && rest.length > 0);
  return changes ? manager.files : [];
}

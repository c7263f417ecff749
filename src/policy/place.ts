import { isWithin, relativeTo } from '../shell/path.ts';

/** Folders of a machine that no project owns. */
const SYSTEM =
  /^\/(etc|usr|bin|sbin|boot|lib|lib32|lib64|opt|var|sys|proc|dev|root|run|srv|mnt|media|System|Library|Applications|Volumes|private\/etc|private\/var|snap|nix)(\/|$)/i;
const TEMPORARY = /^\/(tmp|var\/tmp|private\/tmp|private\/var\/folders|var\/folders|dev\/shm)\/./;

/** What builds make, and what they can make again. */
const BUILD =
  /^(node_modules|bower_components|dist|build|out|target|output|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.cache|\.parcel-cache|\.vite|\.angular|\.astro|\.docusaurus|\.expo|\.gradle|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.tox|\.nox|\.eggs|\.hypothesis|\.ipynb_checkpoints|\.nyc_output|\.terraform|\.serverless|\.aws-sam|\.dart_tool|\.stack-work|\.yarn|\.pnpm-store|\.eslintcache|\.stylelintcache|\.DS_Store|__pycache__|__snapshots__|coverage|htmlcov|lcov-report|\.coverage|venv|\.venv|env|obj|tmp|temp|\.tmp|logs?|Pods|DerivedData|_build|deps|elm-stuff|zig-cache|zig-out|\.zig-cache|bazel-.*|cmake-build-.*|Debug|Release|x64|storybook-static|public\/build|site|_site|cdk\.out|playwright-report|test-results|test-output|reports?|artifacts|generated|gen|wheels|vendor|release|pkg|\.sass-cache|\.temp|\.rpt2_cache.*|\.webpack|esm|cjs|umd|types-dist|lib-dist|dist-.*|build-.*|.*-build|.*-dist|.*\.egg-info|.*\.dSYM|.*\.xcworkspace)$/;
/** Files that are left over. */
const JUNK =
  /^([*?[\]\w.-]*\.(pyc|pyo|o|a|so|obj|class|log|tmp|temp|bak|orig|rej|swp|swo|map|tsbuildinfo|snap|profraw|gcda|gcno|lcov|pid|cache|core|dSYM|tgz|whl)|\.DS_Store|Thumbs\.db|__pycache__|\*~|npm-debug\.log.*|core|\.#\*|\*\.js\.map)$/;

/** Words for where a target lies; `match_path: "@outside"`. */
export const PLACES = ['@outside', '@system', '@home', '@project', '@source', '@root'] as const;
export type PlaceWord = (typeof PLACES)[number];

/** The folders that places are told by; absolute, normal. */
export type Folders = { readonly project: string; readonly home: string };

/**
 * Whether the normal absolute `path` lies at a place. `@outside`: not in the project, nor in a temporary folder.
 * `@system`: a folder of the machine. `@home`: the home itself, all that is in it, or one of its top folders. `@root`:
 * the whole machine, the home, or a folder that the project lies in. `@project`: the project as a whole. `@source`:
 * something in the project that no build makes.
 */
export function isAt(place: PlaceWord, path: string, folders: Folders): boolean {
  const { project, home } = folders;
  const whole = withoutStars(path);
  switch (place) {
    case '@outside':
      return !isWithin(project, path) && !TEMPORARY.test(path);
    case '@system':
      return SYSTEM.test(path) && !TEMPORARY.test(path) && !isWithin(project, path) && !isWithin(home, path);
    case '@home':
      return (
        whole === home ||
        (isWithin(home, path) && !relativeTo(home, path).includes('/') && !isWithin(project, path))
      );
    case '@root':
      return (
        isWithin(whole, home) ||
        (whole !== project && isWithin(whole, project)) ||
        (SYSTEM.test(`${whole}/`) && whole.split('/').length === 2)
      );
    case '@project':
      return whole === project || (isWithin(project, path) && whole === `${project}/.git`);
    case '@source':
      return isWithin(project, path) && !isMade(relativeTo(project, path));
  }
}

/** The path without a last component that stands for everything (`*`, `.*`, `[a-z]*`, `?*`). */
function withoutStars(path: string): string {
  const at = path.lastIndexOf('/');
  const name = path.slice(at + 1);
  return name.length < 80 && /^(\.?\*|\*\.\*|\[[^\]]{1,40}\]\*|\?+\*?|\*\*|\{.*\*.*\})$/.test(name)
    ? path.slice(0, at) || '/'
    : path;
}

/** Whether a path in the project is a build's, or left over. */
function isMade(relative: string): boolean {
  const parts = relative.split('/');
  // hostile: a component longer than any file name is no build's.
  const name = (parts.at(-1) ?? '').slice(0, 256);
  if (parts.some((part) => part.length < 256 && BUILD.test(part))) return true;
  return JUNK.test(name) || BUILD.test(name.replace(/[*?]+$/, '')) || relative.startsWith('public/build');
}

/** Whether the text is a place's word. */
export function isPlace(text: string): text is PlaceWord {
  return (PLACES as readonly string[]).includes(text);
}

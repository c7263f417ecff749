import { runHookProcess } from './hook-process.ts';

await runHookProcess(process.argv.slice(2));

// Stands in for a harness: runs what it is told below itself, under a name of its own.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

process.title = 'agent-stand-in';
const running = new Map();
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

function run({ id, argv, stdin, env }) {
  const child = spawn(argv[0], argv.slice(1), { env: { ...process.env, ...env } });
  running.set(id, child);
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => say({ id, stream, text }));
  }
  child.on('close', (code, signal) => say({ id, end: signal ?? code }));
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const asked = JSON.parse(line);
    if (asked.signal === undefined) run(asked);
    else running.get(asked.id)?.kill(asked.signal);
  })
  .on('close', () => process.exit(0));

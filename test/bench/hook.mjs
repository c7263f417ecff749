// P4: the thin hook against `node -e 0`, the Node fallback likewise, hooks per second. The gate answers at once, so this
// is the transport alone; the gate's own work is measured by gate.ts.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const ROUNDS = 31;

export async function measure({ work }) {
  const stage = await prepare(work);
  try {
    const contenders = [
      ['node', [process.execPath, ['-e', '0']]],
      ['thin', ['/bin/sh', [stage.script, 'claude-code', 'PreToolUse']]],
      [
        'fallback',
        [process.execPath, [stage.fallback, '--v2', '--home', stage.home, 'claude-code', 'PreToolUse']],
      ],
    ];
    const { node, thin, fallback } = interleaved(contenders, process.env);
    const bare = interleaved(contenders, {});
    return [
      row(
        'P4',
        'thin hook, gate answers at once, against node -e 0',
        thin / node,
        'x',
        0.22,
        `${ms(thin)} of ${ms(node)}`,
      ),
      row(
        'P4',
        'Node fallback against node -e 0',
        fallback / node,
        'x',
        1.4,
        `${ms(fallback)} of ${ms(node)}`,
      ),
      row(
        'P4',
        'thin hook, in an empty environment',
        bare.thin / bare.node,
        'x',
        undefined,
        `${ms(bare.thin)} of ${ms(bare.node)}`,
      ),
      row(
        'P4',
        'Node fallback, in an empty environment',
        bare.fallback / bare.node,
        'x',
        undefined,
        `${ms(bare.fallback)} of ${ms(bare.node)}`,
      ),
      ...(await bursts(stage)),
    ];
  } finally {
    stage.end();
  }
}

async function prepare(work) {
  mkdirSync(work, { recursive: true });
  const home = join(work, 'home');
  const dist = join(work, 'dist');
  const shared = { bundle: true, minify: true, platform: 'node', outdir: dist, logLevel: 'warning' };
  const hook = { hook: 'src/cli/hook-entry.ts' };
  await build({ ...shared, entryPoints: hook, format: 'cjs', outExtension: { '.js': '.cjs' } });
  await build({
    ...shared,
    format: 'esm',
    splitting: true,
    entryPoints: {
      tracekit: 'test/hook/fake-signer.ts',
      script: 'src/install/hook-script.ts',
      place: 'src/signer/socket-place.ts',
    },
  });
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}');
  const { hookScript } = await import(join(dist, 'script.js'));
  const { readSocketPlace } = await import(join(dist, 'place.js'));
  const fallback = join(dist, 'hook.cjs');
  const script = join(work, 'hook.sh');
  writeFileSync(
    script,
    hookScript({
      home,
      profile: 'closed',
      install: 'bench',
      node: process.execPath,
      fallback,
      holdSeconds: 540,
    }),
  );
  const signer = spawn(process.execPath, [join(dist, 'tracekit.js'), 'signer', 'run', '--home', home], {
    stdio: 'ignore',
  });
  while (readSocketPlace(home) === undefined) await new Promise((done) => setTimeout(done, 20));
  const { path } = readSocketPlace(home);
  const end = () => {
    signer.kill('SIGKILL');
    rmSync(dirname(path), { recursive: true, force: true });
  };
  return { home, fallback, script, end };
}

const PAYLOAD = JSON.stringify({
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  pad: 'x'.repeat(1_000),
});

function interleaved(contenders, env) {
  const times = Object.fromEntries(contenders.map(([name]) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, [file, args]] of contenders) {
      const start = performance.now();
      const { status } = spawnSync(file, args, { input: PAYLOAD, env });
      if (status !== 0) throw new Error(`${name} ended with ${status}`);
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, found]) => [name, median(found)]));
}

async function bursts({ script }) {
  const rows = [];
  for (const width of [1, 8, 64]) {
    const took = [];
    const rounds = Math.max(3, 64 / width);
    const start = performance.now();
    for (let i = 0; i < rounds; i++)
      took.push(...(await Promise.all(Array.from({ length: width }, () => timed(script)))));
    const rate = (1_000 * took.length) / (performance.now() - start);
    took.sort((a, b) => a - b);
    const detail = `p50 ${ms(took[took.length >> 1])}, p99 ${ms(took[Math.ceil(took.length * 0.99) - 1])}`;
    rows.push(row('P4', `thin hooks per second, ${width} at once`, rate, '/s', undefined, detail));
  }
  return rows;
}

function timed(script) {
  const start = performance.now();
  return new Promise((done, fail) => {
    const child = spawn('/bin/sh', [script, 'claude-code', 'PreToolUse'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {},
    });
    child.on('close', (code) =>
      code === 0 ? done(performance.now() - start) : fail(new Error(`exit ${code}`)),
    );
    child.stdin.end(PAYLOAD);
  });
}

function row(id, what, value, unit, target, detail) {
  return { id, what, value, unit, ...(target !== undefined && { target, least: false }), detail };
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readPrompt } from '../../src/constraints/read.ts';
import type { Measure, Row } from './row.ts';

const MB = 1 << 20;
/** What long prompts are made of: each is repeated to the size. */
const KINDS: Readonly<Record<string, string>> = {
  prose:
    'The pager reads a page, counts what is left of it and asks for the next one. Nobody has looked at this since\nit was written, so it may not do what its comment says. If a page is empty, it is read again after a second.\n\n',
  code: 'export function read(path: string): string {\n  // hostile: whatever text\n  if (path === "") throw new Error("no path");\n  return cache.get(path) ?? load(path, { encoding: "utf8" });\n}\n\n',
  bans: "Fix the pager, but don't touch billing.py or push. Leave docs/ as it is, it's mine.\n",
  'one line': 'and then it reads the next page of src/pager.ts, which is not the last one, ',
  'one word': 'a',
  quotes: 'say "a b" and \'c d\' and then `e` ',
  brackets: '((a)) [b] {c} ',
  Chinese: '不要修改这个文件,请看一下 src/a.py。',
  Japanese: 'ファイルは変更しないでください。',
  Korean: '파일은 건드리지 마세요. ',
  German: 'Bitte die Datei nicht ändern und nichts löschen, danke. ',
  JSON: '{"a": [1, 2, {"b": "c d e"}], "url": "https://x.example/a"},\n',
  pronouns: 'leave it alone. look at a.py. ',
  lists: 'do not touch:\n- a.py\n- the tests\n',
};

/** CPU seconds of a cold megabyte; what a warm one costs of half of it, in times. */
type Cost = { readonly whole: number; readonly ratio: number };

if (!isMainThread && typeof workerData === 'string') {
  const text = KINDS[workerData]!.repeat(Math.ceil(MB / KINDS[workerData]!.length)).slice(0, MB);
  const whole = seconds(() => readPrompt(text));
  const half = seconds(() => readPrompt(text.slice(0, MB / 2)));
  const warm = seconds(() => readPrompt(text));
  const cost: Cost = { whole, ratio: warm / half };
  parentPort!.postMessage(cost);
}

/** The grammar: CPU time of a 1 MB prompt in a fresh isolate, what doubling costs, and 100,000 short prompts. */
export const measure: Measure = async () => {
  const costs: (Cost & { readonly kind: string })[] = [];
  for (const kind of Object.keys(KINDS)) {
    const worker = new Worker(new URL(import.meta.url), { workerData: kind });
    const [cost] = (await once(worker, 'message')) as [Cost];
    await worker.terminate();
    costs.push({ kind, ...cost });
  }
  const slowest = costs.reduce((a, b) => (b.whole > a.whole ? b : a));
  const steepest = costs.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  const rows: Row[] = [
    {
      id: 'G1',
      what: `grammar, a 1 MB prompt, cold, slowest of ${costs.length} kinds: ${slowest.kind}`,
      value: slowest.whole,
      unit: 's',
      target: 1,
      detail: costs.map(({ kind, whole }) => `${kind} ${whole.toFixed(2)}`).join(', '),
    },
    {
      id: 'G2',
      what: `grammar, 0.5 to 1 MB, steepest: ${steepest.kind}`,
      value: steepest.ratio,
      unit: '×',
      target: 2.6,
      detail: costs.map(({ kind, ratio }) => `${kind} ${ratio.toFixed(1)}`).join(', '),
    },
  ];
  const prompts = Object.values(KINDS);
  const many = seconds(() => {
    for (let i = 0; i < 100_000; i++) readPrompt(prompts[i % prompts.length]!);
  });
  return [
    ...rows,
    { id: 'G3', what: 'grammar, 100,000 prompts', value: many, unit: 's', detail: 'CPU time' },
  ];
};

function seconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

import type { Import } from './imports.ts';

/** Each folder of src/ imports itself and folders before it. */
export const LAYERS: readonly string[] = [
  'bytes',
  'model',
  'harness',
  'shell',
  'constraints',
  'policy',
  'proof',
  'log',
  'vault',
  'signer',
  'analyze',
  'verify',
  'bundle',
  'view',
  'install',
  'wrap',
  'cli',
];

const KEYS = 'src/log/keys.ts';
/** Where Node may be touched by what must run in a browser; each has a file of the same shape for there. */
const NODE_DOORS: ReadonlySet<string> = new Set(['src/bytes/sha256.ts', 'src/proof/ed25519.ts']);
/** The parts of verify/ that read files and start threads; the rest of it gets a `LogSource` and a `ScanPool`. */
const VERIFY_EDGE: ReadonlySet<string> = new Set([
  'src/verify/home-folder.ts',
  'src/verify/log-files.ts',
  'src/verify/seen-files.ts',
  'src/verify/worker-pool.ts',
  'src/verify/worker.ts',
]);
/** The tables of harness/ that tailers may read: evidence before judgement. */
const HARNESS_TABLES: ReadonlySet<string> = new Set(['src/harness/tools.ts', 'src/harness/capabilities.ts']);

/** Every breach of the layer order, one line each: `file:line: what, and why not`. */
export function layerFaults(imports: readonly Import[]): string[] {
  return imports.flatMap((one) => {
    const what = isLocal(one.target) ? layerFault(one) : undefined;
    return what === undefined ? [] : [`${one.file}:${one.line}: imports ${one.target}; ${what}`];
  });
}

function layerFault({ file, target, typeOnly }: Import): string | undefined {
  const from = folderOf(file);
  const to = folderOf(target);
  if (from === to) return undefined;
  if (from === 'tailers') {
    const allowed = to === 'bytes' || to === 'model' || HARNESS_TABLES.has(target);
    return allowed ? undefined : 'tailers/ imports bytes, model and the tables of harness/ only';
  }
  if (!LAYERS.includes(from)) return `src/${from}/ is in no layer; give it a place in LAYERS`;
  if (to === 'tailers') return from === 'cli' ? undefined : 'only cli/ imports tailers/';
  if (from === 'bytes' && to === 'model') {
    return typeOnly || target === 'src/model/error.ts'
      ? undefined
      : 'bytes/ imports types and errors of model/ only';
  }
  return LAYERS.indexOf(to) >= 0 && LAYERS.indexOf(to) < LAYERS.indexOf(from)
    ? undefined
    : `${from}/ imports folders before it only`;
}

/** What proof/, verify/ and the verifier of bundles can reach and must not: a private key, or Node where a browser has none. */
export function reachFaults(imports: readonly Import[]): string[] {
  const roots = new Set(imports.map(({ file }) => file).filter(isVerifier));
  const faults: string[] = [];
  for (const file of reachable(imports, roots)) {
    for (const one of imports.filter((each) => each.file === file && !each.typeOnly)) {
      if (one.target === KEYS) faults.push(`${file}:${one.line}: reaches ${KEYS}; a verifier holds no key`);
      if (!VERIFY_EDGE.has(file) && VERIFY_EDGE.has(one.target)) {
        faults.push(`${file}:${one.line}: imports ${one.target}; what runs in a browser reads no files`);
      }
      if (one.target.startsWith('node:') && !NODE_DOORS.has(file) && !VERIFY_EDGE.has(file)) {
        faults.push(`${file}:${one.line}: imports ${one.target}; only ${[...NODE_DOORS].join(' and ')} may`);
      }
    }
  }
  return faults;
}

function isVerifier(file: string): boolean {
  return ['proof', 'verify'].includes(folderOf(file)) || file === 'src/bundle/verify.ts';
}

/** Signing takes place in one file, or the rule about it says nothing. */
export function signingFaults(imports: readonly Import[]): string[] {
  return imports
    .filter(({ file, target }) => target === 'node:crypto' && file !== KEYS)
    .filter(
      ({ names }) =>
        names === '*' || /\b(createPrivateKey|generateKeyPair\w*|sign|createSign)\b|\*/.test(names),
    )
    .map(({ file, line }) => `${file}:${line}: can sign; only ${KEYS} may`);
}

/** The cycles among the files, of what is left when the program runs. Each is named once, by the line that closes it. */
export function cycles(imports: readonly Import[]): string[] {
  const next = new Map<string, Import[]>();
  for (const one of imports.filter(({ target, typeOnly }) => isLocal(target) && !typeOnly)) {
    next.set(one.file, [...(next.get(one.file) ?? []), one]);
  }
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    for (const { line, target } of next.get(file) ?? []) {
      const from = path.indexOf(target);
      if (from >= 0)
        found.push(`${file}:${line}: closes a cycle: ${[...path.slice(from), target].join(' -> ')}`);
      else if (!done.has(target)) visit(target, [...path, target]);
    }
    done.add(file);
  };
  for (const file of next.keys()) if (!done.has(file)) visit(file, [file]);
  return found;
}

function reachable(imports: readonly Import[], roots: ReadonlySet<string>): ReadonlySet<string> {
  const seen = new Set(roots);
  for (const file of seen) {
    for (const one of imports)
      if (one.file === file && !one.typeOnly && isLocal(one.target)) seen.add(one.target);
  }
  return seen;
}

function isLocal(target: string): boolean {
  return target.startsWith('src/') || target.startsWith('tailers/');
}

/** `bytes` of `src/bytes/hex.ts`; `tailers` of everything in tailers/. */
function folderOf(file: string): string {
  const [top, folder] = file.split('/');
  return top === 'src' ? folder! : top!;
}

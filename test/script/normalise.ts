/** What differs from run to run, by what stands for it. In this order. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/tracekit\.local\/[0-9a-f]{16}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{40,}={0,2}/g, '<vkey>'],
  [/tracekit\.local\/[0-9a-f]{16}/g, '<origin>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  [/"marks":"[0-9a-f]{32}"/g, '"marks":"<marks>"'],
  [/\bprocess \d+\b/g, 'process <pid>'],
  [/\bpid \d+\b/g, 'pid <pid>'],
  [/tracekit-demo-[A-Za-z0-9]{6}/g, 'tracekit-demo-<random>'],
];

/** Controls but tab and newline, C1, separators, bidirectional marks: what must never reach a terminal raw. */
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A command's output as a script expects it; a raw control character is made to stand out. */
export function normalised(text: string, folder: string): string {
  let out = text.replaceAll(folder, '<work>');
  for (const [pattern, name] of VARYING) out = out.replace(pattern, name);
  return out.replace(RAW, (char) => `<RAW ${char.charCodeAt(0).toString(16)}>`);
}

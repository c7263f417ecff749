/** The bundled worker that scans a log's segments; beside the running bundle. */
export function verifyWorker(): URL {
  return new URL('./verify-worker.js', import.meta.url);
}

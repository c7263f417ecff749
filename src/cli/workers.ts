/** The bundled worker that scans a log's segments; beside the running bundle. */
export function verifyWorker(): URL {
  return new URL('./verify-worker.js', import.meta.url);
}

/** The bundled thread of the viewer, for what takes long. */
export function viewWorker(): URL {
  return new URL('./view-worker.js', import.meta.url);
}

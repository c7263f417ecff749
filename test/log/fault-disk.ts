import { type Disk, nodeDisk } from '../../src/log/disk.ts';

export type Step = { readonly name: keyof Disk; readonly path?: string | undefined };

/** What happens instead of a step: an error, fewer bytes written, or a lie about how many were. */
export type Fault =
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'short' }
  | { readonly kind: 'lie' };

/** A disk on which the test chooses the steps that go wrong. `steps` counts those that changed or synced something. */
export class FaultDisk {
  steps = 0;
  readonly taken: Step[] = [];
  readonly #fault: (step: Step, number: number) => Fault | undefined;
  readonly #paths = new Map<number, string>();

  constructor(fault: (step: Step, number: number) => Fault | undefined) {
    this.#fault = fault;
  }

  readonly disk: Disk = {
    ...nodeDisk,
    open: async (path, how) => {
      if (how !== 'read') this.#step('open', path);
      const fd = await nodeDisk.open(path, how);
      this.#paths.set(fd, path);
      return fd;
    },
    write: async (fd, bytes, position) => {
      const fault = this.#step('write', this.#paths.get(fd));
      if (fault === undefined) return nodeDisk.write(fd, bytes, position);
      const part = bytes.subarray(0, Math.ceil(bytes.length / 2));
      const wrote = await nodeDisk.write(fd, part, position);
      return fault.kind === 'lie' ? bytes.length : wrote;
    },
    sync: async (fd) => {
      this.#step('sync', this.#paths.get(fd));
      return nodeDisk.sync(fd);
    },
    truncate: async (fd, size) => {
      this.#step('truncate', this.#paths.get(fd));
      return nodeDisk.truncate(fd, size);
    },
    rename: async (from, to) => {
      this.#step('rename', to);
      return nodeDisk.rename(from, to);
    },
    unlink: async (path) => {
      this.#step('unlink', path);
      return nodeDisk.unlink(path);
    },
    makeFolder: async (path) => {
      this.#step('makeFolder', path);
      return nodeDisk.makeFolder(path);
    },
    syncFolder: async (path) => {
      this.#step('syncFolder', path);
      return nodeDisk.syncFolder(path);
    },
  };

  #step(name: keyof Disk, path: string | undefined): Fault | undefined {
    const step = { name, path };
    this.taken.push(step);
    const fault = this.#fault(step, this.steps++);
    if (fault?.kind === 'error')
      throw Object.assign(new Error(`${fault.code}: injected into ${name}`), { code: fault.code });
    return fault;
  }
}

import type { Act } from '../lexicon/english-verbs.ts';
import { deleted, modified, moved, written } from './files.ts';
import { connected } from './network.ts';
import { installed } from './packages.ts';
import { committed, pushed } from './repository.ts';
import type { Reading, Scene } from './scene.ts';

/** A verb of a ban, and where its object begins. `bare`: one word, which may stand without an object. */
export type Banned = { readonly act: Act; readonly at: number; readonly bare: boolean };

/** The holds that a banned act with the object at `at` makes; nothing where the object can't be held. */
export function heldObject(scene: Scene, banned: Banned): Reading | undefined {
  switch (banned.act) {
    case 'modify':
      return modified(scene, banned);
    case 'write':
    case 'carry_out':
      return written(scene, banned);
    case 'push':
    case 'force_push':
      return pushed(scene, banned);
    case 'commit':
      return committed(scene, banned);
    case 'delete':
      return deleted(scene, banned);
    case 'move':
      return moved(scene, banned);
    case 'install':
    case 'add':
      return installed(scene, banned);
    case 'download':
    case 'use':
    case 'go_online':
      return connected(scene, banned);
    case 'other':
      return undefined;
  }
}

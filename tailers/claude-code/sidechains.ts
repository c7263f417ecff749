const MAX_LINES = 4_096;

/**
 * Which inline sidechain a line belongs to, where lines state no agent id (formats: claude-code 1.0.128): the uuid of
 * the line that the chain of parents starts with. Bounded: the last 4,096 sidechain lines.
 */
export class Sidechains {
  private readonly roots = new Map<string, string>();

  /** The root's uuid for a sidechain line; the line starts a chain of its own where its parent is in none. */
  rootOf(id: string, parent: string | undefined): string {
    const root = (parent === undefined ? undefined : this.roots.get(parent)) ?? id;
    this.roots.set(id, root);
    if (this.roots.size > MAX_LINES) {
      for (const oldest of this.roots.keys()) {
        this.roots.delete(oldest);
        break;
      }
    }
    return root;
  }
}

/** What a call does to a file. `added` includes the place something is moved to, `removed` the place it leaves. */
export type TargetRole = 'read' | 'added' | 'written' | 'removed';

/** A file or folder that a call touches, as far as its arguments show. */
export type Target = {
  /** The path as written, after quotes and variables; absolute or relative to the call's directory. */
  readonly path: string;
  readonly role: TargetRole;
  /** Where it was found. `code`: inline code of an interpreter, best effort. */
  readonly by: 'tool' | 'patch' | 'command' | 'code';
  /** Part of the path could not be known (an unset variable, a substitution); `path` has `$…` there. */
  readonly unresolved?: boolean;
  /** A glob that the shell would expand. */
  readonly glob?: boolean;
  /** All below it too (recursive). */
  readonly tree?: boolean;
};

/**
 * An error that a person can act on. Its message says what was expected, what was found, where
 * (file:line, record, byte offset), and what to do. Only `src/cli/main.ts` prints it and exits.
 */
export class TracekitError<Code extends string = string> extends Error {
  /** A stable word, one of its module's union. */
  readonly code: Code;
  /** The exit code that the command ends with; 2 ("unusable") unless stated. */
  readonly exitCode: number;

  constructor(
    code: Code,
    message: string,
    options: { readonly cause?: unknown; readonly exitCode?: number } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'TracekitError';
    this.code = code;
    this.exitCode = options.exitCode ?? 2;
  }
}

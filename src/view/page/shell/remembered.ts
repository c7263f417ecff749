/** Choices of the reader that outlive the page, where the browser keeps any (from a file it may not). */
export type Choice = 'theme' | 'shortcuts';

export function remembered(choice: Choice): string | undefined {
  try {
    return localStorage.getItem(`tracekit-${choice}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(choice: Choice, value: string): void {
  try {
    localStorage.setItem(`tracekit-${choice}`, value);
  } catch {
    // Then it holds for this page alone.
  }
}

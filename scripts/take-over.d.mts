export function takeOver(built: string, dist: string, now: number): void;

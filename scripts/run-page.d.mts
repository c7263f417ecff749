import type { PageCode } from '../src/view/html/page-shell.ts';

export declare function buildRunPage(): Promise<PageCode>;

export declare function buildPage(outDir: string): Promise<void>;

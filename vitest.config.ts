import { defineConfig } from 'vitest/config';

const folders = {
  unit: ['test/**/*.test.ts', '!test/{crash,interop,live,large,bench}/**'],
  crash: ['test/crash/**/*.test.ts'],
  interop: ['test/interop/**/*.test.ts'],
  live: ['test/live/**/*.test.ts'],
  large: ['test/large/**/*.test.ts'],
};

export default defineConfig({
  test: {
    projects: Object.entries(folders).map(([name, patterns]) => ({
      test: {
        name,
        include: patterns.filter((p) => !p.startsWith('!')),
        exclude: ['node_modules/**', ...patterns.filter((p) => p.startsWith('!')).map((p) => p.slice(1))],
        testTimeout: name === 'unit' ? 30_000 : 600_000,
        hookTimeout: 60_000,
        // CI's machine is shared: what waits for other processes may wait in vain once. A test that fails twice fails.
        retry: process.env.CI === undefined ? 0 : 1,
      },
    })),
  },
});

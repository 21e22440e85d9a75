import { defineConfig } from 'vitest/config';

// The projects are tested with the packages of this workspace, read from their sources.
const conditions = ['source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['*/test/**/*.test.ts'],
    exclude: ['*/test/e2e/**'],
    setupFiles: [new URL('enter-project.ts', import.meta.url).pathname],
    // Only a process has a working directory of its own.
    pool: 'forks',
    // One process runs many files, so that it imports the packages once.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

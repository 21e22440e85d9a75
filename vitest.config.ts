import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests use the sources of the workspaces, never a stale build.
const conditions = ['source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/golden/*/project/**'],
    // Long enough for slow CI machines; only a test that hangs should exceed it.
    testTimeout: 60_000,
    // A real garbage collector discovers a new kind within 30 seconds; some tests wait for it when they clean up.
    hookTimeout: 90_000,
    // Vitest leaves one core to itself, which would leave one worker on a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Tests wait for conditions, never for a time; the deadline only has to end a test that would wait forever.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    setupFiles: ['test/support/properties.ts'],
    // One real API server for the whole run, started when the first test needs it.
    globalSetup: ['packages/testing/src/envtest/vitest-global-setup.ts'],
  },
});

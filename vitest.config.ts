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
    // Only a test that hangs should exceed these, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Vitest leaves one core to itself, which would leave one worker on a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    expect: { poll: { timeout: 90_000, interval: 20 } },
    setupFiles: ['test/support/properties.ts'],
    // One real API server for the whole run, started when the first test needs it.
    globalSetup: ['packages/testing/src/envtest/vitest-global-setup.ts'],
  },
});

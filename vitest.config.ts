import { defineConfig } from 'vitest/config';

// Workspaces are read from their sources, so that a test never sees a stale build.
const conditions = ['source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/golden/*/project/**'],
    // For what hangs, not for what is slow: machines of CI are, at times.
    testTimeout: 60_000,
    // A real garbage collector learns of a new kind within half a minute; some tests clean up after it.
    hookTimeout: 90_000,
    setupFiles: ['test/support/properties.ts'],
    // One real API server for the whole run, started when the first test asks for it.
    globalSetup: ['packages/testing/src/envtest/vitest-global-setup.ts'],
  },
});

import { defineConfig } from 'vitest/config';

// The projects are tested with the packages of this workspace, read from their sources.
const conditions = ['source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['test/**/*.test.ts'], exclude: ['test/e2e/**'], hookTimeout: 30_000 },
});

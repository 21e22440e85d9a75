import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { base } from './vitest.config.ts';

const folder = 'packages/runtime/test';

/** The tests that can run on either API server: see support/test-cluster.ts in their folders. */
const include = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => join(folder, path))
  .filter(
    (path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('await startTestCluster('),
  );

// Runs these tests on the real API server instead of the embedded one.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include,
    env: { OPGEN_TEST_SERVER: 'real' },
    globalSetup: ['packages/testing/src/envtest/vitest-global-setup-collecting.ts'],
    // All tests share one server, and each needs it to be empty.
    fileParallelism: false,
  },
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

const folder = 'packages/runtime/test';

/** The tests that take whichever API server they are given: see support/test-cluster.ts in their folder. */
const include = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => join(folder, path))
  .filter(
    (path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('await startTestCluster('),
  );

// What runs on the embedded API server by default, on the real one.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include,
    env: { OPGEN_TEST_SERVER: 'real' },
    globalSetup: ['packages/testing/src/envtest/vitest-global-setup-collecting.ts'],
    // There is one server, and each test wants it empty.
    fileParallelism: false,
    testTimeout: 120_000,
  },
});

import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Tests use the sources of the workspaces, never a stale build.
const conditions = ['source', 'node', 'import', 'default'];

/** What all configurations have in common. */
export const base = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    exclude: ['**/node_modules/**', 'test/golden/*/project/**'],
    // Only a test that hangs should exceed these, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000, interval: 20 } },
    setupFiles: ['test/support/properties.ts'],
  },
} satisfies ViteUserConfig;

/**
 * A test that replaces modules, timers or the environment of its process, counts what the process has open, or starts a
 * real server or controllers of its own.
 */
const needsProcess =
  /vi\.mock\(|vi\.useFakeTimers\(|getActiveResourcesInfo|process\.env\[.*\] = |startRealCluster\(|deploymentClusters|controllers: 'real'|{ audit: true }/;

const folders = ['test', ...readdirSync('packages').map((name) => join('packages', name, 'test'))];
const alone = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.test.ts') && needsProcess.test(readFileSync(path, 'utf8')));

export default defineConfig({
  test: {
    // One more than there are cores, because tests on real servers mostly wait.
    maxWorkers: availableParallelism() + 1,
    // One real API server for the whole run, started when the first test needs it.
    globalSetup: ['packages/testing/src/envtest/vitest-global-setup.ts'],
    projects: [
      {
        ...base,
        // One process runs many files, so that it imports what they share once.
        test: {
          ...base.test,
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [...base.test.exclude, ...alone],
        },
      },
      { ...base, test: { ...base.test, name: 'alone', include: alone } },
    ],
  },
});

import { defineConfig } from 'vitest/config';
import { base } from './vitest.config.ts';

// These tests pack tarballs, install them and start clusters. They take minutes, so they have a separate command.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup: ['packages/testing/src/envtest/vitest-global-setup.ts'],
    include: ['test/path/**/*.path.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    fileParallelism: false,
  },
});

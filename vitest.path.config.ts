import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

// The path packs tarballs, installs them and starts whole clusters: minutes, so it has a command of its own.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/path/**/*.path.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    fileParallelism: false,
  },
});

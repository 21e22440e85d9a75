import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

// Tests of a project name its folders relative to its root, where `npm test` runs them.
let folder = dirname(expect.getState().testPath ?? '');
while (!existsSync(join(folder, 'PROJECT'))) folder = dirname(folder);
process.chdir(folder);

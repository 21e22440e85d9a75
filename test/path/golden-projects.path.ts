/** The golden projects are identical byte for byte on every Node version. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { repository } from '../support/built-cli.ts';
import { readFolder, writeFolder } from '../support/folder.ts';
import { commandsOf, givenFiles, scenarios } from '../support/golden.ts';
import { nodeExecutable, nodeMajors } from './node-versions.ts';

/** The project that the commands of a scenario create on this Node version. */
async function made(node: string, scenario: string): Promise<Record<string, string>> {
  const home = mkdtempSync(join(tmpdir(), 'opgen-golden-'));
  const folder = join(home, 'project');
  mkdirSync(folder);
  try {
    writeFolder(folder, givenFiles(scenario));
    for (const command of commandsOf(scenario)) {
      const args = [join(repository, 'bin/opgen.js'), ...command];
      await execa(node, args, { cwd: folder, env: { CI: 'true' } });
    }
    return readFolder(folder);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

test.each(scenarios)('%s', async (scenario) => {
  const [first = 0, ...others] = nodeMajors;
  const expected = await made(await nodeExecutable(first), scenario);
  expect(expected).toHaveProperty('PROJECT');
  for (const major of others)
    expect(await made(await nodeExecutable(major), scenario), `Node ${major}`).toEqual(expected);
});

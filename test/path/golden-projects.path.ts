/** The golden projects are the same to the byte, whichever Node makes them. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { repository } from '../support/built-cli.ts';
import { readFolder, writeFolder } from '../support/folder.ts';
import { nodeExecutable, nodeMajors } from './node-versions.ts';

const golden = join(repository, 'test/golden');
const scenarios = readdirSync(golden).filter((name) => existsSync(join(golden, name, 'commands')));

/** What the commands of a scenario make on this Node. */
async function made(node: string, scenario: string): Promise<Record<string, string>> {
  const home = mkdtempSync(join(tmpdir(), 'opgen-golden-'));
  const folder = join(home, 'project');
  mkdirSync(folder);
  try {
    const given = join(golden, scenario, 'given');
    if (existsSync(given)) writeFolder(folder, readFolder(given));
    const commands = readFileSync(join(golden, scenario, 'commands'), 'utf8')
      .trim()
      .split('\n');
    for (const command of commands) {
      const args = [join(repository, 'bin/opgen.js'), ...command.split(' ').slice(1)];
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

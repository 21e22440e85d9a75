/** Runs the commands of each section of the guide in a new project. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const sections = read('docs/guides/kinds.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n')[0] ?? '',
    commands: [...section.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block = '']) =>
      block
        .replaceAll(/\\\n\s*/g, '')
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ),
  }));

/** What sections that continue an earlier one need first. */
const before: Record<string, string[]> = {
  'Several controllers for one kind': ['opgen create api --group cache --version v1 --kind Memcached'],
  'Retire a version': [
    'opgen create api --group cache --version v1 --kind Memcached',
    'opgen create api --group cache --version v1alpha1 --kind Memcached --no-controller',
  ],
  'Deleting a kind or a controller': ['opgen create api --group cache --version v1alpha1 --kind Memcached'],
};

test.each(sections)('$title', async ({ title, commands }) => {
  const folder = temporaryFolder();
  const crd = read('test/golden/core-and-external-types/given/certificate.crd.yaml');
  writeFolder(folder, { 'certificates.yaml': crd.replaceAll('pki.elsewhere.org', 'pki.example.net') });
  const all = [
    'opgen init --domain example.com --project-name orchard --no-install --no-git',
    ...(before[title] ?? []),
    ...commands,
  ];
  for (const command of all) {
    const { exitCode, stderr } = await runCli(folder, command.replace(/^(npx )?opgen /, '').split(/\s+/));
    expect(stderr, command).toBe('');
    expect(exitCode, command).toBe(0);
  }
  expect(commands.length).toBeGreaterThan(0);
});

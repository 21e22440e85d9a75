/** Runs every opgen command in the guides for kubebuilder and operator-sdk users, top to bottom, in one project. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const crd = read('test/golden/core-and-external-types/given/certificate.crd.yaml');

/** The last cells of the tables: the opgen side. */
function ours(page: string): string[] {
  const rows = page.split('\n').filter((line) => line.startsWith('|') && !/^\|[- |]+$/.test(line));
  return rows.map((row) => row.split('|').at(-2)?.trim() ?? '');
}

/** Skips the installation and git, which these tests do not need. */
function withoutInstallation(command: string): string[] {
  const args = command.split(' ');
  const flags = { init: ['--no-install', '--no-git'], edit: ['--no-install'] }[args[0] ?? ''] ?? [];
  return [...args, ...flags.filter((flag) => !args.includes(flag))];
}

describe.each(['coming-from-kubebuilder', 'coming-from-operator-sdk'])('docs/guides/%s.md', (name) => {
  const cells = ours(read(`docs/guides/${name}.md`));
  const commands = cells.flatMap((cell) => /^`npx opgen ([^`]+)`$/.exec(cell)?.[1] ?? []);

  test('has commands that succeed, and names files that they create', async () => {
    expect(commands.length).toBeGreaterThan(5);
    const folder = temporaryFolder();
    const given = { 'certificates.yaml': crd.replaceAll('pki.elsewhere.org', 'pki.example.net') };
    writeFolder(folder, given);
    const seen = new Set<string>();
    for (const command of commands) {
      const { exitCode, stderr } = await runCli(folder, withoutInstallation(command));
      // A namespaced operator gets warnings about its cluster-scoped kinds.
      expect(stderr, command).not.toContain('error OPG');
      expect(exitCode, command).toBe(0);
      for (const path of Object.keys(readFolder(folder))) seen.add(path);
    }
    const files = cells.flatMap((cell) => /^`(src\/[\w./-]+)`$/.exec(cell)?.[1] ?? []);
    expect([...seen]).toEqual(expect.arrayContaining(files));

    const targets = cells.flatMap((cell) =>
      [...cell.matchAll(/`make ([\w-]+)`/g)].map(([, target]) => target),
    );
    const makefile = readFolder(folder)['Makefile'] ?? '';
    expect(targets.filter((target) => !new RegExp(`^${target}:`, 'm').test(makefile))).toEqual([]);
  });
});

test('the error for a kubebuilder flag has the error code that the guide promises', async () => {
  const [line = ''] =
    /npx opgen (init [^`]* --repo x)/.exec(read('docs/guides/coming-from-kubebuilder.md'))?.slice(1) ?? [];
  const { exitCode, stderr } = await runCli(temporaryFolder(), line.split(' '));
  expect(stderr).toContain('OPG4003');
  expect(exitCode).toBe(1);
});

/** Runs the completion scripts in their shells, with a fake `opgen` that records its arguments and prints answers. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scripts } from '../../../src/cli/completion/scripts.ts';
import { isBuilt, repository, runBuilt } from '../../support/built-cli.ts';
import { readFolder, temporaryFolder, writeFolder } from '../../support/folder.ts';
import { goldenProject } from '../../support/golden.ts';

interface Asked {
  /** The arguments of `opgen`. */
  args: string[];
  /** The candidates that the shell offers. */
  offered: string[];
}

function inShell(shell: string, program: string, answers: readonly string[]): Asked {
  const folder = temporaryFolder();
  writeFolder(folder, { 'answers.txt': answers.map((line) => `${line}\n`).join(''), 'orchard.yaml': '' });
  const opgen = '#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done > asked.txt\ncat answers.txt\n';
  writeFileSync(join(folder, 'opgen'), opgen, { mode: 0o755 });
  const { status, stderr, stdout } = spawnSync(shell, program === '' ? [] : ['-c', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, PATH: `${folder}${delimiter}${process.env['PATH']}` },
  });
  expect([status, stderr]).toEqual([0, '']);
  const asked = readFileSync(join(folder, 'asked.txt'), 'utf8').match(/<.*>/g) ?? [];
  return {
    args: asked.map((word) => word.slice(1, -1)),
    offered: stdout.split('\n').filter((line) => line !== ''),
  };
}

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/** For each shell, a program that completes the last of these words and prints the candidates. */
const harness: Readonly<Record<'bash' | 'zsh' | 'fish', (words: readonly string[]) => string>> = {
  bash: (words) =>
    `${scripts.bash}COMP_WORDS=(opgen ${quoted(words)}); COMP_CWORD=${words.length}; _opgen; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) =>
    `compdef() { :; }; _files() { print -l *.yaml; }; _describe() { print -l "\${(@)candidates%%:*}"; }\n` +
    `${scripts.zsh}words=(opgen ${quoted(words)}); CURRENT=${words.length + 1}; _opgen; true`,
  // `string` fails if it has nothing to replace.
  fish: (words) =>
    `${scripts.fish}complete -C "opgen ${words.join(' ')}" | string replace -r '\\t.*' ''; true`,
};

describe.each(['bash', 'zsh', 'fish'] as const)('in %s', (shell) => {
  test.skipIf(!has(shell))('passes the words on and offers the candidates without their descriptions', () => {
    const answers = ['create\tAdd to the project: kinds', 'crd\tLook at the CRDs'];
    const { args, offered } = inShell(shell, harness[shell](['--json', 'cr']), answers);
    expect(args).toEqual(['__complete', '--', '--json', 'cr']);
    // fish sorts the candidates in its own order.
    expect(offered.toSorted()).toEqual(['crd', 'create']);
  });

  test.skipIf(!has(shell))('passes on an empty last word', () => {
    const { args, offered } = inShell(shell, harness[shell](['create', '']), ['api', 'webhook']);
    expect(args).toEqual(['__complete', '--', 'create', '']);
    expect(offered).toEqual(['api', 'webhook']);
  });

  test.skipIf(!has(shell))('lets the shell complete files', () => {
    const words = ['edit', '--license-file', 'orch'];
    expect(inShell(shell, harness[shell](words), [':files']).offered).toEqual(['orchard.yaml']);
  });

  test.skipIf(!has(shell))('offers nothing without candidates', () => {
    expect(inShell(shell, harness[shell](['init', '--domain', '']), []).offered).toEqual([]);
  });
});

test.skipIf(!has('zsh')).each([
  ['a value', 'api', ['api', 'found']],
  ['a file', ':files', ['orchard.yaml', 'found']],
  ['nothing', '', []],
])('tells zsh whether to try other completers, given %s', (_, answer, offered) => {
  const program = harness.zsh(['create', '']).replace(/_opgen; true$/, 'if _opgen; then print found; fi');
  expect(inShell('zsh', program, [answer]).offered).toEqual(offered);
});

test('bash passes on words that it splits at the equals sign', () => {
  const { args, offered } = inShell('bash', harness.bash(['init', '--license', '=']), ['mit']);
  expect(args).toEqual(['__complete', '--', 'init', '--license', '=']);
  expect(offered).toEqual(['mit']);
});

describe.skipIf(!isBuilt)('the built command line', () => {
  test('prints each script', async () => {
    for (const [shell, script] of Object.entries(scripts))
      expect((await runBuilt(repository, ['completion', shell])).stdout).toBe(script);
  });

  test('completes without a noticeable delay: it loads little code', async () => {
    const project = goldenProject('several-groups');
    const complete = ['__complete', '--', 'delete', 'api', '--kind', ''];
    const env = { NODE_V8_COVERAGE: join(project, 'loaded') };
    expect((await runBuilt(project, complete, { env })).stdout).toBe('Tree\nHTTPLadder\n');
    // 320 kB today; the parser of TypeScript alone adds 440 kB.
    expect(bytesOfScripts(join(project, 'loaded'))).toBeLessThan(500_000);
  });
});

/** The size of all scripts that a process has loaded, by its coverage. */
function bytesOfScripts(folder: string): number {
  const [report = ''] = Object.values(readFolder(folder));
  const { result } = JSON.parse(report) as { result: { url: string }[] };
  const files = result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url));
  expect(files).toContain(join(repository, 'bin/opgen.js'));
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** The commands that the docs, workflows and image of a new project run exist. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectFiles } from '../../../src/scaffold/project/init.ts';

const files = Object.fromEntries(
  projectFiles({
    domain: 'example.com',
    projectName: 'orchard',
    packageName: 'orchard',
    license: 'apache2',
    owner: '',
    year: 2026,
    namespaced: false,
    packageManager: 'npm',
    packageSource: 'registry',
  }).map(({ content, path }) => [path, content]),
);
const { scripts } = JSON.parse(files['package.json'] ?? '') as { scripts: Record<string, string> };
const targets = [...(files['Makefile'] ?? '').matchAll(/^([a-z0-9-]+):(?!=)/gm)].map(
  ([, name]) => name ?? '',
);

test.each(
  (
    'manifests generate fmt vet test test-e2e lint lint-fix build run docker-build docker-push docker-buildx ' +
    'build-installer install uninstall deploy undeploy help'
  ).split(' '),
)('make %s is there, with a word of help', (target) => {
  expect(targets).toContain(target);
  expect(files['Makefile']).toMatch(new RegExp(`^${target}:.*## [A-Z].*\\.$`, 'm'));
});

test.each(Object.entries(files).filter(([path]) => !path.endsWith('.ts')))(
  '%s runs only commands that exist',
  (_, text) => {
    const run = [...text.matchAll(/\bnpm run (?:--silent )?([a-z0-9-]+)/g)].map(([, name]) => name);
    expect(run.filter((name) => !((name ?? '') in scripts))).toEqual([]);
    const made = [...text.matchAll(/^\s*(?:- run: |run: )?make ((?:[a-z0-9-]+(?: |$))+)/gm)].flatMap(
      ([, names = '']) => names.trim().split(' '),
    );
    expect(made.filter((name) => !targets.includes(name))).toEqual([]);
  },
);

test('no script only calls make', () => {
  expect(Object.values(scripts).filter((command) => command.startsWith('make '))).toEqual([]);
});

const workflows = Object.entries(files).filter(([path]) => path.startsWith('.github/workflows/'));

test('the project has workflows', () => {
  expect(workflows).not.toEqual([]);
});

test.each(workflows)('%s has read permissions only, and pins actions by their hash', (_, text) => {
  const { jobs, permissions } = parse(text) as {
    permissions: unknown;
    jobs: Record<string, { permissions?: unknown; steps: { uses?: string; with?: object }[] }>;
  };
  expect(permissions).toEqual({ contents: 'read' });
  for (const { permissions: own, steps } of Object.values(jobs)) {
    expect(own).toBeUndefined();
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(steps[0]?.with).toEqual({ 'persist-credentials': false });
  }
});

/** Kinds whose names are words of the templates or of TypeScript: opgen rejects each of them, or its files compile. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert, property, shuffledSubarray } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../src/diagnostics.ts';
import { loadBuiltInResources } from '../../src/kubernetes/built-in-resources.ts';
import { pascalCase } from '../../src/project/names.ts';
import { ProjectFile } from '../../src/project/project-file.ts';
import type { ApiOptions } from '../../src/scaffold/api/options.ts';
import { planApi } from '../../src/scaffold/api/create-api.ts';
import { applyPlan } from '../../src/scaffold/files/apply-plan.ts';
import { identifiersIn, templateIdentifiers } from '../../src/scaffold/templates/identifiers.ts';
import { planWebhook } from '../../src/scaffold/webhook/create-webhook.ts';
import { writeFolder } from '../support/folder.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const builtIns = loadBuiltInResources();

/** The files that the commands add lines to. */
const empty: Record<string, string> = {
  PROJECT: ProjectFile.create({ cliVersion: '0', domain: 'example.com', projectName: 'orchard' }).toString(),
  Makefile: '# +scaffold:arguments\n',
  'src/main.ts': ['imports', 'flags', 'manager', 'setup'].map((name) => `// +scaffold:${name}\n`).join(''),
  'config/default/kustomization.yaml': 'resources:\n  # +scaffold:resources\n# +scaffold:components\n',
  'config/rbac/kustomization.yaml': 'resources:\n  # +scaffold:roles\n',
  'config/manager/manager.yaml': 'env:\n  # +scaffold:env\n',
};

/** Nouns that the template of `--image` has used for its variables, or that are easily one. */
const nouns = [
  'Progress',
  'ContainerPort',
  'ReadyReplicas',
  'IsReady',
  'DesiredDeployment',
  'Observed',
  'Image',
];
const keywords = [
  'Any',
  'Async',
  'Class',
  'Default',
  'Enum',
  'Eval',
  'Get',
  'Let',
  'Never',
  'Of',
  'Set',
  'Type',
  'Yield',
];

test('identifiers are found outside comments, strings and expressions', () => {
  const template = "/** A doc. */\nconst one = {{resource.variable}}Named('two', three); // four\n// five\n";
  expect(identifiersIn(template)).toEqual(['const', 'one', 'three']);
});

/** All of them would take a minute, so each run takes some. */
const some = shuffledSubarray(
  [...templateIdentifiers({ withImage: true })].filter((word) => /^[a-z]/i.test(word)).map(pascalCase),
  { minLength: 40, maxLength: 40 },
);

test('the files of a kind compile, whatever its name is in the templates', () => {
  const compile = property(some, (words) => {
    expect(errorsOf(new Set([...words, ...nouns, ...keywords]))).toBe('');
  });
  assert(compile, { numRuns: 1, endOnFailure: true });
});

/** The output of the compiler for the files of these kinds. */
function errorsOf(kinds: ReadonlySet<string>): string {
  mkdirSync(join(repository, '.cache'), { recursive: true });
  const workspace = mkdtempSync(join(repository, '.cache/kinds-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  for (const kind of kinds) {
    const folder = join(workspace, kind);
    writeFolder(folder, empty);
    if (!create(folder, kind, 'tree:1')) create(folder, kind);
  }
  const include = ['*/src/api', '*/src/controllers', '*/src/webhooks', '*/test'];
  const config = { extends: '../../tsconfig.json', compilerOptions: { rootDir: '../..' }, include };
  writeFileSync(join(workspace, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const { status, stderr, stdout } = spawnSync(process.execPath, [compiler, '-p', '.'], {
    cwd: workspace,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}

/** Creates a kind with a controller and webhooks. Returns false if opgen rejects the name. */
function create(folder: string, kind: string, image?: string): boolean {
  const named = { group: 'fruit', version: 'v1', kind };
  const options: ApiOptions = { ...named, namespaced: true, force: false };
  const deployImage = image === undefined ? undefined : { image, containerPort: '80' };
  try {
    applyPlan(folder, planApi(folder, deployImage ? { ...options, deployImage } : options, builtIns).changes);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.diagnostics.map(({ code }) => code)).toEqual(['OPG3006']);
    return false;
  }
  const types = ['defaulting', 'validation'] as const;
  applyPlan(folder, planWebhook(folder, { ...named, types, spokes: [] }, builtIns).changes);
  return true;
}

/** `opgen validate` answers what the API server would, without a cluster. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { goldenFiles, goldenProject } from '../support/golden.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const head = 'apiVersion: cache.example.com/v1alpha1\nkind: Memcached\nmetadata:\n  name: shop\n';

/** Runs the command on `objects.yaml` in a golden project. */
function validate(text: string, ...flags: string[]): Promise<CliRun> {
  const folder = goldenProject('single-api');
  writeFolder(folder, { 'objects.yaml': text });
  return runCli(folder, ['validate', 'objects.yaml', ...flags]);
}

describe('validate', () => {
  test('accepts the samples of a project', async () => {
    const run = await runCli(goldenProject('single-api'), ['validate', 'config/samples']);
    expect(run).toEqual({ exitCode: 0, stdout: '1 object is valid\n', stderr: '' });
  });

  test('names unknown fields as kubectl does, and wrong values beside them, with their lines', async () => {
    const run = await validate(`${head}spec:\n  replicsa: 2\n  replicas: many\n`);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(
      'objects.yaml:6:3 error OPG4033 Memcached shop: unknown field "spec.replicsa"\n',
    );
    expect(run.stderr).toMatch(
      /objects\.yaml:7:13 error OPG4033 Memcached shop: spec\.replicas: Invalid value: "(string|many)"/,
    );
  });

  test('evaluates CEL rules after defaults', async () => {
    const crd = goldenFiles('single-api')['config/crd/bases/cache.example.com_memcacheds.yaml'] ?? '';
    const rule = `
          spec:
            x-kubernetes-validations:
            - rule: self.replicas < 3
              message: at most two`;
    const folder = goldenProject('single-api');
    writeFolder(folder, {
      'objects.yaml': `${head}spec:\n  replicas: 5\n`,
      'crd.yaml': crd.replace('\n          spec:', rule),
    });
    const run = await runCli(folder, ['validate', 'objects.yaml', '--crd', 'crd.yaml']);
    expect(run.stderr).toContain('objects.yaml:5:1 error OPG4033 Memcached shop: spec: Invalid value');
    expect(run.stderr).toContain('at most two');
  });

  test('validates built-in kinds, Lists and several documents', async () => {
    const service =
      'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports:\n  - port: 99999\n';
    const list = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: A_B}\n`;
    const run = await validate(`${head}spec: {}\n---\n${service}---\n${list}`);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(
      'objects.yaml:12:11 error OPG4033 Service web: spec.ports[0].port: Invalid value',
    );
    expect(run.stderr).toMatch(
      /objects\.yaml:19:20 error OPG4033 ConfigMap A_B: metadata\.name: Invalid value/,
    );
    expect(run.stderr).toContain('3 errors');
  });

  test('reports unknown kinds, invalid YAML and documents without a kind', async () => {
    const run = await validate(
      `apiVersion: cache.example.com/v1alpha1\nkind: Memcahced\nmetadata: {name: a}\n---\na: [\n---\nb: 1\n`,
    );
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(
      'objects.yaml:2:7 error OPG4033 Memcahced a: there is no kind Memcahced in cache.example.com/v1alpha1',
    );
    expect(run.stderr).toContain('invalid YAML: ');
    expect(run.stderr).toContain('a document without apiVersion and kind');
  });

  test('reads standard input and CRDs outside of a project, and prints JSON', async () => {
    const folder = temporaryFolder();
    const crd = goldenFiles('single-api')['config/crd/bases/cache.example.com_memcacheds.yaml'] ?? '';
    const input = async (): Promise<string> => `${crd}\n---\n${head}spec: {replicas: -1}\n`;
    const run = await runCli(folder, ['validate', '-', '--json'], { input });
    expect(run.exitCode).toBe(1);
    const report = JSON.parse(run.stdout) as {
      ok: boolean;
      data: { objects: { kind: string; rejections: { field: string }[] }[] };
      diagnostics: { place: object }[];
    };
    expect(report.ok).toBe(false);
    expect(report.data.objects.map(({ kind }) => kind)).toEqual(['CustomResourceDefinition', 'Memcached']);
    expect(report.data.objects[1]?.rejections).toMatchObject([{ field: 'spec.replicas' }]);
    expect(report.diagnostics[0]?.place).toMatchObject({ file: 'standard input' });
  });

  test('says which webhooks were not called', async () => {
    const folder = goldenProject('webhooks');
    const run = await runCli(folder, ['validate', 'config/samples']);
    const manifests = readFileSync(join(folder, 'config/webhook/manifests.yaml'), 'utf8');
    expect(manifests).toContain('vmemcached-v1.cache.example.com');
    expect(run.stdout).toContain('webhook vmemcached-v1.cache.example.com was not called\n');
  });

  test('reports CRDs that the server rejects, of the project and of the files', async () => {
    const crd = goldenFiles('single-api')['config/crd/bases/cache.example.com_memcacheds.yaml'] ?? '';
    const folder = temporaryFolder();
    writeFolder(folder, { 'crd.yaml': crd.replace('scope: Namespaced', 'scope: Galaxy') });
    const given = await runCli(folder, ['validate', 'crd.yaml']);
    expect(given.exitCode).toBe(1);
    expect(given.stderr).toContain('CustomResourceDefinition memcacheds.cache.example.com: spec.scope: ');
    const needed = await runCli(folder, ['validate', '-', '--crd', 'crd.yaml'], { input: async () => head });
    expect(needed.exitCode).toBe(1);
    expect(needed.stderr).toContain('error OPG4015 memcacheds.cache.example.com: ');
  });

  test('reports a file that does not exist', async () => {
    const run = await runCli(temporaryFolder(), ['validate', 'missing.yaml']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('error OPG4001 file missing.yaml does not exist');
  });
});

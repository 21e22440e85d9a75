import { expect, test } from 'vitest';
import { type ExternalApiOptions, readExternalApi } from '../../src/actions/steps/external-api.ts';
import type { UserError } from '../../src/diagnostics.ts';
import { ProjectFile } from '../../src/project/project-file.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { projectFile } from '../support/project-file.ts';
import { runCli } from '../support/run-cli.ts';

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: certificates.pki.elsewhere.org }
spec:
  group: pki.elsewhere.org
  names: { kind: Certificate, plural: certificates }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object } }
`;

function read(options: ExternalApiOptions): ReturnType<typeof readExternalApi> {
  const folder = temporaryFolder();
  writeFolder(folder, { 'certificates.yaml': crd });
  const project = ProjectFile.parse(projectFile);
  return readExternalApi(folder, project, { externalApiCrd: 'certificates.yaml', ...options });
}

test.each<ExternalApiOptions>([
  {},
  { group: 'pki' },
  { group: 'pki.elsewhere.org' },
  { group: 'pki', externalApiDomain: 'elsewhere.org', kind: 'Certificate', version: 'v1' },
  { plural: 'certificates' },
])('flags may repeat what the CRD says: %j', (options) => {
  const { external, names } = read(options);
  expect(external?.domain).toBe('elsewhere.org');
  expect(names).toMatchObject({ group: 'pki', plural: 'certificates' });
});

test.each<[ExternalApiOptions, string, string]>([
  [
    { group: 'elsewhere.org' },
    '--group elsewhere.org contradicts certificates.yaml, which has pki.elsewhere.org',
    'leave --group out',
  ],
  [
    { externalApiDomain: 'example.com' },
    '--external-api-domain example.com contradicts certificates.yaml, which has elsewhere.org',
    'leave --external-api-domain out',
  ],
  [
    { plural: 'certs' },
    '--plural certs contradicts certificates.yaml, which has certificates',
    'leave --plural out',
  ],
])('flags must not contradict the CRD: %j', (options, message, hint) => {
  let problem: unknown;
  try {
    read(options);
  } catch (error) {
    problem = (error as UserError).diagnostics;
  }
  expect(problem).toMatchObject([{ code: 'OPG3017', message, hint }]);
});

test('keeps kinds of two groups apart that begin with the same label', async () => {
  const folder = temporaryFolder();
  writeFolder(folder, {
    PROJECT: projectFile,
    'one.yaml': crd,
    'two.yaml': crd.replaceAll('pki.elsewhere.org', 'pki.example.net'),
  });
  const create = (file: string, ...rest: string[]) =>
    runCli(folder, ['create', 'api', '--external-api-crd', file, '--no-controller', ...rest]);
  const before = readFolder(folder);
  expect(await create('one.yaml')).toMatchObject({ exitCode: 0, stderr: '' });
  const withOne = readFolder(folder);
  expect(await create('two.yaml')).toMatchObject({ exitCode: 0, stderr: '' });
  const files = readFolder(folder);
  expect(files).toMatchObject({
    'src/external/pki/v1/certificate.ts': expect.stringContaining('pki.elsewhere.org/v1') as string,
    'src/external/pki.example.net/v1/certificate.ts': expect.stringContaining('pki.example.net/v1') as string,
  });
  for (const file of ['one.yaml', 'two.yaml']) {
    const run = await create(file);
    expect(run.stdout).toContain('nothing to do');
  }
  const drop = ['delete', 'api', '--version', 'v1', '--kind', 'Certificate', '--group'];
  expect(await runCli(folder, [...drop, 'pki.example.net'])).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFolder(folder)).toEqual(withOne);
  expect(await runCli(folder, [...drop, 'pki'])).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFolder(folder)).toEqual(before);
});

test('gives two kinds of one group one folder, whichever group came first', async () => {
  const folder = temporaryFolder();
  const second = crd.replaceAll('pki.elsewhere.org', 'pki.example.net');
  writeFolder(folder, {
    PROJECT: projectFile,
    'one.yaml': crd,
    'two.yaml': second,
    'three.yaml': second.replaceAll('Certificate', 'Issuer').replaceAll('certificate', 'issuer'),
  });
  const run = (line: string) => runCli(folder, line.split(' '));
  await run('create api --external-api-crd one.yaml --no-controller');
  await run('create api --external-api-crd two.yaml --no-controller');
  await run('delete api --group pki --version v1 --kind Certificate');
  expect(await run('create api --external-api-crd three.yaml --no-controller')).toMatchObject({
    exitCode: 0,
  });
  const types = Object.keys(readFolder(folder)).filter((path) => path.startsWith('src/external/'));
  expect(types).toEqual([
    'src/external/pki.example.net/v1/certificate.ts',
    'src/external/pki.example.net/v1/issuer.ts',
  ]);
});

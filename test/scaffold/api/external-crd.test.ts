import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/diagnostics.ts';
import { readExternalCrd } from '../../../src/scaffold/api/external-crd.ts';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';

const given = '../../golden/core-and-external-types/given/certificate.crd.yaml';
const certificate = readFileSync(fileURLToPath(new URL(given, import.meta.url)), 'utf8');
const issuer = certificate.replaceAll('Certificate', 'Issuer').replaceAll('certificate', 'issuer');

/** The names that were read from the file, or the error message. */
function read(text: string | undefined, wanted: { kind?: string; version?: string } = {}): unknown {
  const folder = temporaryFolder();
  if (text !== undefined) writeFolder(folder, { 'crd.yaml': text });
  try {
    return readExternalCrd(folder, 'crd.yaml', wanted).names;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.diagnostics.map(({ code, message, hint }) => `${code} ${message}; ${hint}`).join('\n');
  }
}

describe('the CRD of another operator', () => {
  const names = {
    group: 'pki.elsewhere.org',
    version: 'v1',
    kind: 'Certificate',
    plural: 'certificates',
  };

  test('provides all names of its kind', () => expect(read(certificate)).toEqual(names));

  test('is found among others by its kind', () => {
    expect(read(`${issuer}---\n${certificate}`, { kind: 'Certificate' })).toEqual(names);
  });

  test.each<[string, string | undefined, { kind?: string; version?: string }, string]>([
    ['that does not exist', undefined, {}, 'file crd.yaml does not exist'],
    [
      'with something else in it',
      'kind: ConfigMap\n',
      {},
      'contains no CustomResourceDefinition; print a CRD of your cluster with kubectl get crd',
    ],
    [
      'with several of them',
      `${issuer}---\n${certificate}`,
      {},
      'choose one with --kind: Issuer, Certificate',
    ],
    ['of another kind', certificate, { kind: 'Certificat' }, "did you mean 'Certificate'?"],
    [
      'without the version',
      certificate,
      { version: 'v2' },
      'does not serve Certificate v2; its served versions are v1',
    ],
    ['that is outdated', certificate.replace('/v1', '/v1beta1'), {}, 'is not apiextensions.k8s.io/v1'],
    ['that is not YAML', 'a: [', {}, 'contains no CustomResourceDefinition'],
    ['with aliases without end', 'a: &a { b: *a }', {}, 'an alias inside the node that it refers to'],
  ])('from a file %s is refused', (_, text, wanted, expected) => {
    const actual = read(text, wanted);
    expect(actual).toContain('OPG3017');
    expect(actual).toContain(expected);
  });
});

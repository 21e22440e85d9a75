import { expect, test } from 'vitest';
import { type ExternalApiOptions, readExternalApi } from '../../src/actions/steps/external-api.ts';
import type { UserError } from '../../src/diagnostics.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

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
  return readExternalApi(folder, { externalApiCrd: 'certificates.yaml', ...options });
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
  expect(names).toMatchObject({ group: 'pki', domain: 'elsewhere.org', plural: 'certificates' });
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

import { readdirSync, readFileSync } from 'node:fs';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { realServerAvailable } from '../../packages/testing/src/envtest/availability.ts';
import type { RealCluster } from '../../packages/testing/src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../packages/testing/src/envtest/shared-real-cluster.ts';

const cases = new URL('./cases/', import.meta.url);

/** The real server agrees with valid.yaml and invalid.yaml. Every request is a dry run. */
describe.skipIf(!(await realServerAvailable()))('a real kube-apiserver', () => {
  let cluster: RealCluster;
  beforeAll(async () => void (cluster = await sharedRealCluster()));
  afterAll(() => cluster.stop());

  describe.each(readdirSync(cases))('%s', (name) => {
    const read = (file: string) => readFileSync(new URL(`${name}/${file}`, cases), 'utf8');
    const values = (file: string) =>
      parseAllDocuments(read(file)).map((document) => document.toJS() as object);
    const definition = parse(read('crd.yaml')) as CustomResourceDefinition;

    const statusOfCreating = async (value: object): Promise<number> => {
      const { group, names, scope, versions } = definition.spec;
      const version = versions[0]?.name;
      const folder = scope === 'Cluster' ? names.plural : `namespaces/default/${names.plural}`;
      const object = {
        apiVersion: `${group}/${version}`,
        kind: names.kind,
        metadata: { name: 'it' },
        ...value,
      };
      const answer = await cluster.transport.request({
        method: 'POST',
        path: `/apis/${group}/${version}/${folder}?dryRun=All&fieldValidation=Strict`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(object),
      });
      // An unread response body keeps its connection open.
      await answer.text();
      return answer.status;
    };

    test('accepts its CustomResourceDefinition', () => cluster.install([definition]));

    test.each(values('valid.yaml'))('accepts %j', async (value) => {
      expect(await statusOfCreating(value)).toBe(201);
    });

    test.each(values('invalid.yaml'))('rejects %j', async (value) => {
      expect([400, 422]).toContain(await statusOfCreating(value));
    });
  });
});

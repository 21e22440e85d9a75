import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { realServerAvailable } from '../../../packages/testing/src/envtest/availability.ts';
import { type OwnRealCluster, startRealCluster } from '../../../packages/testing/src/envtest/real-cluster.ts';
import { manifestsOf } from '../../manifests/project.ts';
import { project } from './rule-case.ts';

/** Exceeds the limit of one rule but not that of a schema, which always applies. */
const rule = 'self.all(a, self.all(b, a == b))';
const most = 3000;

const definition: CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'caches.stored.example.com' },
  spec: {
    group: 'stored.example.com',
    names: { kind: 'Cache', listKind: 'CacheList', plural: 'caches', singular: 'cache' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { sizes: { type: 'array', maxItems: most, items: { type: 'integer' } } },
          },
        },
      },
    ],
  },
};
const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition.metadata.name}`;

/**
 * Rule 44: the server does not check a stored rule again until the schema changes. opgen does not know what is stored,
 * and rejects the rule.
 */
describe.skipIf(!(await realServerAvailable()))('a stored rule that exceeds the cost limit', () => {
  let cluster: OwnRealCluster;

  beforeAll(async () => {
    cluster = await startRealCluster();
    await cluster.install([definition]);
    const key = `/registry/apiextensions.k8s.io/customresourcedefinitions/${definition.metadata.name}`;
    const { object: stored } = await ask('GET');
    addRule(stored);
    await putIntoEtcd(key, stored);
    const served = async () => JSON.stringify((await ask('GET')).object);
    await vi.waitUntil(async () => (await served()).includes(rule), { timeout: 30_000 });
  });
  afterAll(() => cluster.stop());

  test('is rejected by opgen', async () => {
    const spec = `  // +validation:MaxItems=${most}\n  // +validation:XValidation:rule="${rule}"\n  sizes: Int32[];`;
    const { diagnostics } = await manifestsOf(project({ spec }));
    expect(diagnostics.map(({ code }) => code)).toEqual(['OPG2114']);
  });

  test('may stay', async () => {
    const { object } = await ask('GET');
    object.spec.names.shortNames = ['mc'];
    expect(await ask('PUT', object)).toMatchObject({ status: 200 });
  });

  test('may not stay if the schema changes', async () => {
    const { object } = await ask('GET');
    fieldsOf(object)['size'] = { type: 'integer' };
    const { object: answer, status } = await ask('PUT', object);
    expect(status).toBe(422);
    expect(answer.message).toContain('estimated rule cost exceeds budget');
  });

  async function ask(
    method: string,
    body?: object,
  ): Promise<{ status: number; object: CustomResourceDefinition & { message?: string } }> {
    const answer = await cluster.transport.request({
      method,
      path: body === undefined ? path : `${path}?dryRun=All`,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, object: JSON.parse(await answer.text()) as CustomResourceDefinition };
  }

  /** Writes to etcd directly, because the server would reject it. */
  async function putIntoEtcd(key: string, object: object): Promise<void> {
    const body = JSON.stringify({ key: btoa(key), value: btoa(JSON.stringify(object)) });
    const answer = await fetch(`${cluster.etcd.url}/v3/kv/put`, { method: 'POST', body });
    expect(answer.status).toBe(200);
  }
});

function fieldsOf({ spec }: CustomResourceDefinition): Record<string, JSONSchemaProps> {
  return spec.versions[0]?.schema?.openAPIV3Schema.properties ?? {};
}

function addRule(definition: CustomResourceDefinition): void {
  Object.assign(fieldsOf(definition)['sizes'] ?? {}, { 'x-kubernetes-validations': [{ rule }] });
}

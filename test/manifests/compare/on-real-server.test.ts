import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../../packages/testing/src/envtest/availability.ts';
import type { RealCluster } from '../../../packages/testing/src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../../packages/testing/src/envtest/shared-real-cluster.ts';
import { changes, definition } from './changes.ts';

interface Answer {
  status: number;
  object: CustomResourceDefinition & { message?: string };
}

const all = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The API server rejects exactly those updates that `crd diff` reports as refused. */
describe.skipIf(!(await realServerAvailable()))('a real kube-apiserver is given', () => {
  let cluster: RealCluster;
  beforeAll(async () => void (cluster = await sharedRealCluster()));
  afterAll(() => cluster.stop());

  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await cluster.transport.request({
      method,
      path: `${all}${path}`,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, object: JSON.parse(await answer.text()) as Answer['object'] };
  }

  test.each(changes.map((each, index) => [...each, index] as const))(
    '%s',
    async (_, before, after, change, index) => {
      // Two CRDs cannot share a kind in a group, and other tests install a Memcached too.
      const group = (text: string) => text.replaceAll('cache.example.com', `changes-${index}.example.com`);
      const [was, is] = [before, after].map(
        (parts) => JSON.parse(group(JSON.stringify(definition(parts)))) as CustomResourceDefinition,
      ) as [CustomResourceDefinition, CustomResourceDefinition];
      const { name } = was.metadata;
      await cluster.install([was]);
      if (was.status !== undefined) {
        const { object } = await ask('GET', `/${name}`);
        const status = { ...object.status, ...was.status };
        expect((await ask('PUT', `/${name}/status`, { ...object, status })).status).toBe(200);
      }
      const { object } = await ask('GET', `/${name}`);
      const { status, object: answer } = await ask('PUT', `/${name}?dryRun=All`, {
        ...object,
        spec: is.spec,
      });
      await ask('DELETE', `/${name}`);
      expect(answer.message).toEqual(change.startsWith('refused') ? expect.any(String) : undefined);
      expect(status).toBe(change.startsWith('refused') ? 422 : 200);
    },
  );
});

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

  /** Updates the object as it is by then: the server's own controllers write its status at any time. */
  async function update(
    name: string,
    subresource: string,
    change: (object: Answer['object']) => object,
  ): Promise<Answer> {
    const { object } = await ask('GET', `/${name}`);
    const answer = await ask('PUT', `/${name}${subresource}`, { ...object, ...change(object) });
    return answer.status === 409 ? await update(name, subresource, change) : answer;
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
      const { status: stored } = was;
      if (stored !== undefined) {
        const written = await update(name, '/status', (object) => ({
          status: { ...object.status, ...stored },
        }));
        expect(written.status).toBe(200);
      }
      const { status, object: answer } = await update(name, '?dryRun=All', () => ({ spec: is.spec }));
      await ask('DELETE', `/${name}`);
      expect(answer.message).toEqual(change.startsWith('refused') ? expect.any(String) : undefined);
      expect(status).toBe(change.startsWith('refused') ? 422 : 200);
    },
  );
});

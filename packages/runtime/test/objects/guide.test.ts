/** The example of docs/guides/objects.md. */
import { controllerOf, type Result } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Bucket, BucketReconciler, type Provider, reasonOf } from '../guides/objects.ts';
import { definitionOf } from '../support/definition.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const photos = { name: 'photos', namespace: 'default' };

/** Takes time to create and to delete. */
class SlowProvider implements Provider {
  readonly buckets = new Set<string>();
  #asked = 0;

  async ensure(name: string): Promise<{ ready: boolean }> {
    this.buckets.add(name);
    this.#asked += 1;
    return { ready: this.#asked > 1 };
  }

  async remove(name: string): Promise<boolean> {
    return !this.buckets.delete(name);
  }
}

let cluster: TestCluster;
let provider: SlowProvider;

beforeEach(async () => {
  cluster = await startTestCluster([definitionOf(Bucket)]);
  provider = new SlowProvider();
  await cluster.client.create(Bucket, { metadata: photos, spec: { region: 'eu' } });
});

afterEach(() => cluster.stop());

const reconcile = (): Promise<Result> => new BucketReconciler(cluster.client, provider).reconcile(photos);
const bucket = (): Promise<Bucket | undefined> => cluster.client.find(Bucket, photos);

test('creates a bucket, reports when it is ready, and owns its children', async () => {
  expect(await reconcile()).toEqual({ type: 'requeueAfter', delay: 10_000 });
  expect(reasonOf((await bucket())!)).toBe('Creating');
  expect(await reconcile()).toEqual({ type: 'done' });
  expect(reasonOf((await bucket())!)).toBe('Created');

  const { uid } = (await bucket())!.metadata;
  const access = await cluster.client.get(ConfigMap, { ...photos, name: 'photos-access' });
  expect(controllerOf(access)).toMatchObject({ kind: 'Bucket', uid });
});

test('removes the finalizer only after the provider has deleted the bucket', async () => {
  await reconcile();
  await cluster.client.delete(Bucket, photos);
  expect(await reconcile()).toEqual({ type: 'requeueAfter', delay: 10_000 });
  expect(provider.buckets.size).toBe(0);
  expect(await bucket()).toBeDefined();

  expect(await reconcile()).toEqual({ type: 'done' });
  expect(await bucket()).toBeUndefined();
});

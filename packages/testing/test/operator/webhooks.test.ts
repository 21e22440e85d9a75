/** A real API server calls the webhooks of a manager. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AdmissionContext,
  type Client,
  createClient,
  type Converter,
  createLogger,
  type CustomResource,
  type Defaulter,
  defineKind,
  deny,
  InvalidError,
  ForbiddenError,
  Manager,
  mergePatch,
  type ObjectMeta,
  type Validator,
} from '@opgen/runtime';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@opgen/runtime/kinds/admissionregistration/v1';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import type { RealCluster } from '../../src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';
import { kubectlIsHere } from '../kubectl/kubectl.ts';

interface Memcached extends CustomResource<{ size?: number; memory?: string }> {
  apiVersion: 'caches.example.com/v1';
  kind: 'Memcached';
}
const Memcached = defineKind<Memcached>({
  apiVersion: 'caches.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

/** The other version, whose spec has the fields in a pool. */
interface MemcachedV2 extends CustomResource<{ pool: { replicas?: number; memory?: string } }> {
  apiVersion: 'caches.example.com/v2';
  kind: 'Memcached';
}
const MemcachedV2 = defineKind<MemcachedV2>({
  apiVersion: 'caches.example.com/v2',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

class MemcachedDefaulter implements Defaulter<Memcached> {
  default({ spec, metadata }: Memcached): void {
    spec.size ??= 3;
    metadata.annotations = { ...metadata.annotations, 'example.com/tier': 'gold/~' };
  }
}

class MemcachedValidator implements Validator<Memcached> {
  validateCreate({ spec }: Memcached, { warn }: AdmissionContext<Memcached>): void {
    if (spec.memory === undefined) warn('without memory it takes what there is');
    if ((spec.size ?? 0) > 5) {
      deny('too big', { causes: [{ field: 'spec.size', message: 'must be 5 or less' }] });
    }
  }
  validateUpdate(old: Memcached, { spec }: Memcached): void {
    if ((spec.size ?? 0) < (old.spec.size ?? 0)) deny(`a cache does not shrink from ${old.spec.size}`);
  }
  validateDelete({ metadata }: Memcached): void {
    if (metadata.labels?.['protected'] === 'true') deny('it is protected');
  }
}

class MemcachedV2Converter implements Converter<Memcached, MemcachedV2> {
  toHub({ spec: { pool } }: MemcachedV2) {
    return {
      spec: {
        ...(pool.replicas !== undefined && { size: pool.replicas }),
        ...(pool.memory && { memory: pool.memory }),
      },
    };
  }
  fromHub({ spec: { size, memory } }: Memcached) {
    if (memory === 'broken') throw new Error('nobody can read that');
    return { spec: { pool: { ...(size !== undefined && { replicas: size }), ...(memory && { memory }) } } };
  }
}

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const version = (name: string, storage: boolean): object => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: open } } },
});

const definition = ({ url, caBundle }: WebhookEndpoint): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'memcacheds.caches.example.com' },
  spec: {
    group: 'caches.example.com',
    scope: 'Namespaced',
    names: { kind: 'Memcached', listKind: 'MemcachedList', plural: 'memcacheds', singular: 'memcached' },
    versions: [version('v1', true), version('v2', false)],
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { url: `${url}/convert`, caBundle: base64(caBundle) },
        conversionReviewVersions: ['v1'],
      },
    },
  },
});

const configurations = ({ url, caBundle }: WebhookEndpoint): object[] => {
  const webhook = (name: string, verb: string, operations: string[]): object => ({
    name: `${name}-v1.caches.example.com`,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { url: `${url}/${verb}-caches-example-com-v1-memcached`, caBundle: base64(caBundle) },
    rules: [
      { apiGroups: ['caches.example.com'], apiVersions: ['v1'], resources: ['memcacheds'], operations },
    ],
  });
  return [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'webhooks-test' },
      webhooks: [webhook('mmemcached', 'mutate', ['CREATE', 'UPDATE'])],
    },
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'webhooks-test' },
      webhooks: [webhook('vmemcached', 'validate', ['CREATE', 'UPDATE', 'DELETE'])],
    },
  ];
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const made = (name: string, spec: Memcached['spec'] = {}, metadata: Partial<ObjectMeta> = {}) => ({
  metadata: { name, namespace: 'default', ...metadata },
  spec,
});

const key = (name: string): { name: string; namespace: string } => ({ name, namespace: 'default' });

/** The server applies a webhook configuration shortly after it was written. */
async function areCalled(client: Client): Promise<void> {
  const { spec } = await client.create(Memcached, made('probe'), { dryRun: true });
  expect(spec.size).toBe(3);
  await expect(client.create(Memcached, made('probe', { size: 9 }), { dryRun: true })).rejects.toThrow(
    'too big',
  );
}

describe.skipIf(!(await realServerAvailable()))('a real API server', () => {
  const end = new AbortController();
  const warnings: string[] = [];
  let cluster: RealCluster;
  let run: Promise<void>;
  let manager: Manager;
  let client: Client;

  beforeAll(async () => {
    cluster = await sharedRealCluster();
    client = createClient(cluster.transport, { onWarning: (warning) => warnings.push(warning) });
    manager = new Manager({
      // One of the tests makes a converter fail.
      log: createLogger({ level: 'silent' }),
      transport: cluster.transport,
      webhooks: { bindAddress: '127.0.0.1:0' },
    });
    manager.webhook(Memcached).defaultWith(new MemcachedDefaulter()).validateWith(new MemcachedValidator());
    manager.conversion(Memcached).spoke(MemcachedV2, new MemcachedV2Converter());
    run = manager.start(end.signal);
    await manager.ready;
    const endpoint = manager.webhookEndpoint;
    if (endpoint === undefined) throw new Error('the manager serves no webhooks');
    await cluster.install([definition(endpoint), ...configurations(endpoint)]);
    await vi.waitFor(() => areCalled(client), 30_000);
  });

  afterAll(async () => {
    end.abort();
    await run;
    await client.delete(MutatingWebhookConfiguration, { name: 'webhooks-test' });
    await client.delete(ValidatingWebhookConfiguration, { name: 'webhooks-test' });
    await client.delete(CustomResourceDefinition, { name: 'memcacheds.caches.example.com' });
    await cluster.stop();
  });

  test('stores the defaults of the defaulter', async () => {
    const stored = await client.create(Memcached, made('filled'));
    expect(stored.spec).toEqual({ size: 3 });
    expect(stored.metadata.annotations).toEqual({ 'example.com/tier': 'gold/~' });
  });

  test('returns warnings', async () => {
    await client.create(Memcached, made('warned'), { dryRun: true });
    expect(warnings).toContain('without memory it takes what there is');
  });

  test('returns the field errors of the validator', async () => {
    const refused = await client.create(Memcached, made('big', { size: 6 })).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidError);
    expect((refused as InvalidError).message).toContain(
      'admission webhook "vmemcached-v1.caches.example.com" denied the request: too big: spec.size: must be 5 or less',
    );
    expect((refused as InvalidError).status.details?.causes).toEqual([
      { field: 'spec.size', message: 'must be 5 or less', reason: 'FieldValueInvalid' },
    ]);
  });

  test.skipIf(!kubectlIsHere)('makes kubectl print the field errors and the warnings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'opgen-webhooks-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [config, manifest] = [join(folder, 'kubeconfig'), join(folder, 'memcached.json')];
    await writeFile(config, (await cluster.serve()).kubeconfig);
    const object = { apiVersion: Memcached.apiVersion, kind: 'Memcached', ...made('big', { size: 6 }) };
    await writeFile(manifest, JSON.stringify(object));
    const environment = { ...process.env, HOME: folder, KUBECONFIG: config };
    const create = promisify(execFile)('kubectl', ['create', '-f', manifest], { env: environment });
    const { stderr } = await create.then(
      () => expect.unreachable('it was created'),
      (error: unknown) => error as { stderr: string },
    );
    expect(stderr).toContain('Warning: without memory it takes what there is');
    expect(stderr).toContain('The Memcached "big" is invalid: spec.size: must be 5 or less');
  });

  test('rejects updates and deletions that the validator rejects', async () => {
    const stored = await client.create(
      Memcached,
      made('kept', { size: 4 }, { labels: { protected: 'true' } }),
    );
    await expect(client.update(Memcached, { ...stored, spec: { size: 2 } })).rejects.toThrow(
      'does not shrink from 4',
    );
    await expect(client.delete(Memcached, key('kept'))).rejects.toBeInstanceOf(ForbiddenError);
  });

  test('reads and writes an object in the other version', async () => {
    await client.create(Memcached, made('converted', { size: 2, memory: '64m' }));
    const converted = await client.get(MemcachedV2, key('converted'));
    expect(converted).toMatchObject({
      apiVersion: 'caches.example.com/v2',
      spec: { pool: { replicas: 2, memory: '64m' } },
    });
    await client.update(MemcachedV2, { ...converted, spec: { pool: { replicas: 5 } } });
    expect((await client.get(Memcached, key('converted'))).spec).toEqual({ size: 5 });
  });

  test('lists objects in the other version', async () => {
    await client.create(Memcached, made('one', { size: 1 }));
    const { items } = await client.list(MemcachedV2, { namespace: 'default' });
    expect(items.map(({ metadata }) => metadata.name)).toContain('one');
    expect(new Set(items.map(({ apiVersion }) => apiVersion))).toEqual(new Set(['caches.example.com/v2']));
  });

  test('applies in the other version', async () => {
    const applied = await client.apply(MemcachedV2, {
      metadata: { name: 'applied', namespace: 'default' },
      spec: { pool: { replicas: 4 } },
    });
    expect(applied.spec).toEqual({ pool: { replicas: 4 } });
    const again = await client.apply(MemcachedV2, {
      metadata: { name: 'applied', namespace: 'default' },
      spec: { pool: { replicas: 5 } },
    });
    expect(again.spec).toEqual({ pool: { replicas: 5 } });
  });

  test('applies in the other version after another client changed the stored version', async () => {
    const wanted = (replicas: number) => ({ metadata: key('shared'), spec: { pool: { replicas } } });
    await client.apply(MemcachedV2, wanted(2));
    const memory = { metadata: key('shared'), spec: { memory: '64m' } };
    await client.apply(Memcached, memory, { fieldManager: 'tuner' });
    const again = await client.apply(MemcachedV2, wanted(4));
    expect(again.spec).toEqual({ pool: { replicas: 4, memory: '64m' } });
  });

  test('applies in the stored version after an apply in the other version', async () => {
    await client.apply(MemcachedV2, { metadata: key('migrated'), spec: { pool: { replicas: 3 } } });
    const memory = mergePatch({ spec: { memory: '64m' } });
    await client.patch(Memcached, key('migrated'), memory, { fieldManager: 'tuner' });
    // The server also converts the object without the first apply: an object without a spec.
    const migrated = await client.apply(Memcached, { metadata: key('migrated'), spec: { size: 4 } });
    expect(migrated.spec).toEqual({ size: 4, memory: '64m' });
  });

  test('returns the error of a converter', async () => {
    await client.create(Memcached, made('broken', { memory: 'broken' }));
    await expect(client.get(MemcachedV2, key('broken'))).rejects.toThrow(
      'Memcached default/broken (caches.example.com/v1): nobody can read that',
    );
    await client.delete(Memcached, key('broken'));
  });
});

import {
  type Converter,
  type CustomResource,
  type Defaulter,
  defineKind,
  deny,
  Manager,
  type Validator,
} from '@opgen/runtime';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster, type TestCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { startRealCluster } from '../../src/envtest/real-cluster.ts';

interface Memcached extends CustomResource<{ size?: number }> {
  apiVersion: 'webhooks.example.com/v1';
  kind: 'Memcached';
}
const plural = { plural: 'memcacheds', scope: 'Namespaced' } as const;
const Memcached = defineKind<Memcached>({
  apiVersion: 'webhooks.example.com/v1',
  kind: 'Memcached',
  ...plural,
});

interface MemcachedV2 extends CustomResource<{ replicas: number }> {
  apiVersion: 'webhooks.example.com/v2';
  kind: 'Memcached';
}
const MemcachedV2 = defineKind<MemcachedV2>({
  apiVersion: 'webhooks.example.com/v2',
  kind: 'Memcached',
  ...plural,
});

class MemcachedDefaulter implements Defaulter<Memcached> {
  default({ spec }: Memcached): void {
    spec.size ??= 3;
  }
}

class MemcachedValidator implements Validator<Memcached> {
  validateUpdate(old: Memcached, { spec }: Memcached): void {
    if ((spec.size ?? 0) < (old.spec.size ?? 0)) deny('a cache does not shrink');
  }
}

class MemcachedV2Converter implements Converter<Memcached, MemcachedV2> {
  toHub({ spec }: MemcachedV2) {
    return { spec: { size: spec.replicas } };
  }
  fromHub({ spec }: Memcached) {
    return { spec: { replicas: spec.size ?? 0 } };
  }
}

function setupWebhooks(manager: Manager): void {
  manager.webhook(Memcached).defaultWith(new MemcachedDefaulter()).validateWith(new MemcachedValidator());
  manager.conversion(Memcached).spoke(MemcachedV2, new MemcachedV2Converter());
}

const config = fileURLToPath(new URL('config', import.meta.url));
const key = (name: string): { name: string; namespace: string } => ({ name, namespace: 'default' });

describe.each([
  { server: 'the embedded API server', start: () => startCluster(), available: true },
  { server: 'a real API server', start: () => startRealCluster(), available: await realServerAvailable() },
])('the webhooks of a manager on $server', ({ start, available }) => {
  if (!available) return test.skip('is not built', () => {});

  const ending = new AbortController();
  let cluster: Pick<TestCluster, 'client' | 'transport' | 'install' | 'installWebhooks' | 'stop'>;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await start();
    await cluster.install(`${config}/crd`);
    const manager = new Manager({ transport: cluster.transport, webhooks: { bindAddress: '127.0.0.1:0' } });
    setupWebhooks(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
    await cluster.installWebhooks(`${config}/webhook`, manager.webhookEndpoint);
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test('sets defaults', async () => {
    const memcached = await cluster.client.create(Memcached, { metadata: key('filled'), spec: {} });
    expect(memcached.spec.size).toBe(3);
  });

  test('rejects a smaller size', async () => {
    const memcached = await cluster.client.create(Memcached, { metadata: key('big'), spec: { size: 5 } });
    await expect(cluster.client.update(Memcached, { ...memcached, spec: { size: 1 } })).rejects.toThrow(
      'a cache does not shrink',
    );
  });

  test('returns another version', async () => {
    await cluster.client.create(Memcached, { metadata: key('converted'), spec: { size: 4 } });
    const converted = await cluster.client.get(MemcachedV2, key('converted'));
    expect(converted.spec).toEqual({ replicas: 4 });
  });

  test('names the problem if no webhooks are served', async () => {
    await expect(cluster.installWebhooks(`${config}/webhook`, undefined)).rejects.toThrow(
      'the manager serves no webhooks',
    );
  });
});

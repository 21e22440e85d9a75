/** The examples of docs/guides/webhooks.md. */
import { expect, onTestFinished, test } from 'vitest';
import { Manager } from '../../src/manager/manager.ts';
import { Conversions } from '../../src/webhook/conversions.ts';
import { memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { admissionReview, ask, responseIn } from '../support/webhook-client.ts';
import { runManager } from '../support/webhook-manager.ts';
import { startTestCluster } from '../support/test-cluster.ts';
import { Memcached, MemcachedV2 } from './guide/memcached.ts';
import { MemcachedV2Converter, setupMemcachedConversion } from './guide/memcached.conversion.ts';
import { setupMemcachedWebhook } from './guide/memcached.webhook.ts';

test('the defaulter reads from the cluster, and the validator names the field', async () => {
  const sizes = { metadata: { name: 'sizes', namespace: 'default' }, data: { gold: '6' } };
  const cluster = await startTestCluster([{ apiVersion: 'v1', kind: 'ConfigMap', ...sizes }]);
  onTestFinished(() => cluster.stop());
  const { endpoint } = await runManager(setupMemcachedWebhook, { transport: cluster.transport });
  const send = async (verb: string, spec: object): Promise<ReturnType<typeof responseIn>> => {
    const review = admissionReview({ object: { ...memcached('a', 1), spec } });
    const url = `${endpoint.url}/${verb}-cache-example-com-v1-memcached`;
    return responseIn(await ask(url, review, { ca: endpoint.caBundle }));
  };
  const { patch = '' } = await send('mutate', { tier: 'gold' });
  expect(Buffer.from(patch, 'base64').toString()).toBe('[{"op":"add","path":"/spec/size","value":6}]');
  const { warnings, status } = await send('validate', { tier: 'bronze', size: 6 });
  expect(warnings).toEqual(['the tier bronze ends with the next version: take silver']);
  expect(status?.details?.causes).toMatchObject([{ field: 'spec.size', message: 'must be odd' }]);
});

test('the converter loses no data', () => {
  setupMemcachedConversion(new Manager({ log: new RecordingLogger() }));
  const conversions = new Conversions();
  conversions.add(Memcached, MemcachedV2, new MemcachedV2Converter());
  const original = {
    apiVersion: 'cache.example.com/v2',
    kind: 'Memcached',
    metadata: { ...memcached('a', 1).metadata, annotations: { mine: 'yes' } },
    spec: { replicas: 3, pool: { tier: 'gold', zone: 'a' } },
  };
  const stored = conversions.convert(original, 'cache.example.com/v1');
  expect(stored).toMatchObject({ spec: { size: 3, tier: 'gold' } });
  expect(conversions.convert(stored, 'cache.example.com/v2')).toEqual(original);
});

import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { startWebhookServer, type WebhookServer } from '../../support/webhook-server.ts';
import { type Send, startApi } from '../api.ts';

const path = '/api/v1/namespaces/default/configmaps/cache';
const mergePatch = { 'content-type': 'application/merge-patch+json' };

/** An API server with one ConfigMap and a mutating webhook for its writes. */
async function withWebhook(): Promise<{ send: Send; webhooks: WebhookServer }> {
  const cache = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cache' }, data: {} };
  const { send, cluster } = await startApi({ objects: [cache] });
  const webhooks = await startWebhookServer();
  await cluster.installWebhooks(configuration, webhooks);
  return { send, webhooks };
}

const configuration = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'cache' },
  webhooks: [
    {
      name: 'mconfigmap-v1.core.k8s.io',
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/mutate' } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
    },
  ],
};

/** Admits no write until the given number of writes wait at the same time, then admits all. */
function admitTogether(webhooks: WebhookServer, writes: number): void {
  const arrivals = new EventEmitter();
  let missing = writes;
  webhooks.admit('/mutate', async () => {
    missing -= 1;
    if (missing > 0) await once(arrivals, 'all');
    else arrivals.emit('all');
    return { allowed: true };
  });
}

it('keeps both of two patches that webhooks admit at the same time', async () => {
  const { send, webhooks } = await withWebhook();
  admitTogether(webhooks, 2);
  const patches = [{ data: { a: '1' } }, { data: { b: '2' } }];
  const answers = await Promise.all(patches.map((patch) => send('PATCH', path, patch, mergePatch)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await send('GET', path)).object['data']).toEqual({ a: '1', b: '2' });
});

it('rejects one of two updates that replace the same version at the same time', async () => {
  const { send, webhooks } = await withWebhook();
  admitTogether(webhooks, 2);
  const { object } = await send('GET', path);
  const updates = [{ a: '1' }, { b: '2' }].map((data) => send('PUT', path, { ...object, data }));
  expect((await Promise.all(updates)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('rejects one of two creates that webhooks admit at the same time', async () => {
  const { send, webhooks } = await withWebhook();
  admitTogether(webhooks, 2);
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } };
  const creates = [1, 2].map(() => send('POST', '/api/v1/namespaces/default/configmaps', body));
  expect((await Promise.all(creates)).map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

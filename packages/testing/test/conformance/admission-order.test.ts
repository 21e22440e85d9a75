import { expect } from 'vitest';
import type { AdmissionRequest, WebhookServer } from '../support/webhook-server.ts';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';
import { withWebhooks } from './support/webhooks.ts';

/** Webhooks of both kinds that allow everything and record their reviews. */
async function watched(
  scene: Scene,
): Promise<{ seen: Record<'mutating' | 'validating', AdmissionRequest[]>; server: WebhookServer }> {
  const rules = ['configmaps', 'widgets'].map((resource) => ({
    apiGroups: ['*'],
    apiVersions: ['*'],
    operations: ['UPDATE'],
    resources: [resource],
  }));
  const server = await withWebhooks(scene, {
    mutating: [{ id: 'mutating', rules }],
    validating: [{ id: 'validating', rules }],
  });
  const seen = { mutating: [] as AdmissionRequest[], validating: [] as AdmissionRequest[] };
  for (const kind of ['mutating', 'validating'] as const) {
    server.admit(`/${kind}`, (request) => {
      seen[kind].push(request);
      return { allowed: true };
    });
  }
  return { seen, server };
}

const metadata = { name: 'a' };

conformance('the order of admission', (it) => {
  it('mutating webhooks receive an outdated update, validating ones do not', async (scene) => {
    const first = await scene.create('configmaps', { metadata });
    const changed = await scene.put(scene.path('configmaps', 'a'), { ...first, data: { by: 'another' } });
    const { seen } = await watched(scene);
    const answer = await scene.put(scene.path('configmaps', 'a'), { ...first, data: { by: 'me' } });
    expect(answer.status).toBe(409);
    expect(seen.validating).toEqual([]);
    expect(seen.mutating).toHaveLength(1);
    const [{ object, oldObject } = { object: null, oldObject: null }] = seen.mutating;
    expect(object).toMatchObject({ data: { by: 'me' } });
    expect(object?.metadata['resourceVersion']).toBe(first.metadata.resourceVersion);
    expect(oldObject?.metadata['resourceVersion']).toBe(changed.object.metadata.resourceVersion);
  });

  it('mutating webhooks receive an update without its version', async (scene) => {
    await scene.create('configmaps', { metadata });
    const { seen } = await watched(scene);
    const body = scene.typed('configmaps', { metadata, data: { by: 'me' } });
    expect((await scene.put(scene.path('configmaps', 'a'), body)).status).toBe(200);
    expect(seen.mutating[0]?.object?.metadata).not.toHaveProperty('resourceVersion');
    expect(seen.validating[0]?.object?.metadata).toHaveProperty('resourceVersion');
  });

  it('mutating webhooks receive a patch with the version that it is based on', async (scene) => {
    const { resourceVersion } = (await scene.create('configmaps', { metadata })).metadata;
    const { seen } = await watched(scene);
    expect((await scene.patch('merge', scene.path('configmaps', 'a'), { data: { by: 'me' } })).status).toBe(
      200,
    );
    expect(seen.mutating[0]?.object?.metadata['resourceVersion']).toBe(resourceVersion);
  });

  it('mutating webhooks receive an outdated patch', async (scene) => {
    const first = await scene.create('configmaps', { metadata });
    await scene.put(scene.path('configmaps', 'a'), { ...first, data: { by: 'another' } });
    const { seen } = await watched(scene);
    const { resourceVersion } = first.metadata;
    const patch = { metadata: { resourceVersion }, data: { by: 'me' } };
    expect((await scene.patch('merge', scene.path('configmaps', 'a'), patch)).status).toBe(409);
    expect(seen.mutating.map(({ object }) => object?.metadata['resourceVersion'])).toEqual([resourceVersion]);
    expect(seen.validating).toEqual([]);
  });

  it('mutating webhooks do not receive an update with another uid', async (scene) => {
    const first = await scene.create('configmaps', { metadata });
    const { seen } = await watched(scene);
    const other = { ...first, metadata: { ...first.metadata, uid: 'of-another' } };
    expect((await scene.put(scene.path('configmaps', 'a'), other)).status).toBe(409);
    expect(seen.mutating).toEqual([]);
  });

  it('mutating webhooks receive an update of a custom resource without a version', async (scene) => {
    await scene.create('widgets', { metadata });
    const { seen } = await watched(scene);
    const body = scene.typed('widgets', { metadata, spec: { size: 2 } });
    expect((await scene.put(scene.path('widgets', 'a'), body)).status).toBe(422);
    expect(seen.mutating).toHaveLength(1);
    expect(seen.validating).toEqual([]);
  });

  it('mutating webhooks receive forbidden finalizers', async (scene) => {
    await scene.create('widgets', { metadata: { ...metadata, finalizers: ['example.com/hold'] } });
    await scene.delete(scene.path('widgets', 'a'));
    const { seen } = await watched(scene);
    const finalizers = ['example.com/hold', 'example.com/more'];
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { finalizers } });
    expect(answer.status).toBe(422);
    expect(seen.mutating).toHaveLength(1);
    expect(seen.validating).toEqual([]);
    await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { finalizers: null } });
  });
});

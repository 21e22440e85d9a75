import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

conformance('read', (it) => {
  it('returns 404 for a missing object', async (scene) => {
    expectRefusal(await scene.get(scene.path('configmaps', 'a')), {
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "a" not found',
      details: { name: 'a', kind: 'configmaps' },
    });
  });

  it('returns 404 with the group for a missing custom resource', async (scene) => {
    expectRefusal(await scene.get(scene.path('widgets', 'a')), {
      code: 404,
      reason: 'NotFound',
      message: `widgets.${scene.group} "a" not found`,
      details: { name: 'a', group: scene.group, kind: 'widgets' },
    });
  });

  it('returns plain text for a missing resource', async (scene) => {
    const answer = await scene.get(`/api/v1/namespaces/${scene.namespace}/nothings`);
    expectRefusal(answer, {
      code: 404,
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
      details: {},
    });
  });

  it('returns plain text for a missing resource in a custom group', async (scene) => {
    const answer = await scene.get(`/apis/${scene.group}/v1/nothings`);
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('404 page not found\n');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('returns plain text for a missing version of a custom group', async (scene) => {
    const answer = await scene.get(`/apis/${scene.group}/v2/widgets`);
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('404 page not found\n');
  });

  it('returns plain text for a missing group', async (scene) => {
    const answer = await scene.get('/apis/nothing.example.com/v1/nothings');
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('404 page not found\n');
  });

  it('returns an empty list with items: []', async (scene) => {
    const answer = await scene.get(scene.path('configmaps'));
    expect(answer.status).toBe(200);
    expect(answer.object).toEqual({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: expect.stringMatching(/^[1-9]\d*$/) },
      items: [],
    });
  });

  it('omits apiVersion and kind in the items of a built-in list', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const { items } = (await scene.get(scene.path('configmaps'))).object;
    expect(items[0]).not.toHaveProperty('kind');
    expect(items[0]).not.toHaveProperty('apiVersion');
  });

  it('has apiVersion and kind in the items of a custom resource list', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const list = (await scene.get(scene.path('widgets'))).object;
    expect(list).toMatchObject({ kind: 'WidgetList', apiVersion: `${scene.group}/v1` });
    expect(list.items[0]).toMatchObject({ kind: 'Widget', apiVersion: `${scene.group}/v1` });
  });

  it('lists by name', async (scene) => {
    for (const name of ['b', 'c', 'a']) await scene.create('configmaps', { metadata: { name } });
    const { items } = (await scene.get(scene.path('configmaps'))).object;
    expect(items.map((item) => item.metadata.name)).toEqual(['a', 'b', 'c']);
  });

  it('returns a list with a resource version not below that of any item', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    const list = (await scene.get(scene.path('configmaps'))).object;
    expect(Number(list.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion));
  });

  it('lists over all namespaces', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const { items } = (await scene.get(`/apis/${scene.group}/v1/widgets`)).object;
    expect(items.map((item) => item.metadata.namespace)).toContain(scene.namespace);
  });

  it('returns an empty list for a missing namespace', async (scene) => {
    const answer = await scene.get('/api/v1/namespaces/nowhere/configmaps');
    expect(answer.status).toBe(200);
    expect(answer.object.items).toEqual([]);
  });

  it('returns a list at any version', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.get(`${scene.path('configmaps')}?resourceVersion=0`);
    expect(answer.status).toBe(200);
    expect(answer.object.metadata.resourceVersion).toMatch(/^[1-9]\d*$/);
  });

  it('returns a list not older than a version', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    const query = `resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=NotOlderThan`;
    const { items } = (await scene.get(`${scene.path('configmaps')}?${query}`)).object;
    expect(items).toHaveLength(1);
  });

  it('returns a list at exactly a version', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    await scene.create('configmaps', { metadata: { name: 'b' } });
    const query = `resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=Exact`;
    const list = (await scene.get(`${scene.path('configmaps')}?${query}`)).object;
    expect(list.items.map((item) => item.metadata.name)).toEqual(['a']);
    expect(list.metadata.resourceVersion).toBe(metadata.resourceVersion);
  });

  it('rejects resourceVersionMatch without a version', async (scene) => {
    const answer = await scene.get(`${scene.path('configmaps')}?resourceVersionMatch=Exact`);
    const message = 'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided';
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: `ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: ${message}`,
      details: {
        group: 'meta.k8s.io',
        kind: 'ListOptions',
        causes: [
          {
            reason: 'FieldValueForbidden',
            message,
            field: 'resourceVersionMatch',
          },
        ],
      },
    });
  });

  it('rejects a version that is not a number', async (scene) => {
    const answer = await scene.get(`${scene.path('configmaps')}?resourceVersion=new`);
    expect(answer.status).toBe(400);
  });

  it('returns only the metadata on request', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' }, data: { key: 'value' } });
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    const { object } = await scene.get(scene.path('configmaps', 'a'), { accept });
    expect(object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' });
    expect(Object.keys(object).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
  });

  it('lists only the metadata on request', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
    const { object } = await scene.get(scene.path('widgets'), { accept });
    expect(object).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(object.items[0]).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
  });

  it('returns JSON to a client that prefers protobuf for a custom resource', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const accept = 'application/vnd.kubernetes.protobuf,application/json';
    const answer = await scene.get(scene.path('widgets', 'a'), { accept });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.object.metadata.name).toBe('a');
  });

  it('rejects an unsupported media type', async (scene) => {
    const answer = await scene.get(scene.path('widgets'), { accept: 'image/png' });
    expect(answer.status).toBe(406);
  });
});

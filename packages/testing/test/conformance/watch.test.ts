import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { WatchEvent, WatchStream } from './support/target.ts';

const said = (event: WatchEvent | undefined): string => `${event?.type} ${event?.object.metadata.name}`;

/** A watch of Widgets for events from now on. */
async function watchFromNow(scene: Scene, query = ''): Promise<WatchStream> {
  const { metadata } = (await scene.get(scene.path('widgets'))).object;
  return scene.watch(`${scene.path('widgets')}?watch=1&resourceVersion=${metadata.resourceVersion}${query}`);
}

conformance('watch', (it) => {
  it('starts with the current objects without a version', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const watch = await scene.watch(`${scene.path('widgets')}?watch=1`);
    expect(watch.status).toBe(200);
    expect(watch.headers['content-type']).toBe('application/json');
    expect(said(await watch.next())).toBe('ADDED a');
  });

  it('starts with the current objects at version 0', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const watch = await scene.watch(`${scene.path('configmaps')}?watch=true&resourceVersion=0`);
    expect(said(await watch.next())).toBe('ADDED a');
  });

  it('sends creation, change and deletion in order', async (scene) => {
    const watch = await watchFromNow(scene);
    await scene.create('widgets', { metadata: { name: 'a' } });
    await scene.patch('merge', scene.path('widgets', 'a'), { spec: { size: 1 } });
    await scene.delete(scene.path('widgets', 'a'));
    expect([said(await watch.next()), said(await watch.next()), said(await watch.next())]).toEqual([
      'ADDED a',
      'MODIFIED a',
      'DELETED a',
    ]);
  });

  it('sends the events after a version', async (scene) => {
    const first = await scene.create('widgets', { metadata: { name: 'a' } });
    await scene.create('widgets', { metadata: { name: 'b' } });
    const query = `?watch=1&resourceVersion=${first.metadata.resourceVersion}`;
    const watch = await scene.watch(scene.path('widgets') + query);
    expect(said(await watch.next())).toBe('ADDED b');
  });

  it('contains the object as it was written', async (scene) => {
    const watch = await watchFromNow(scene);
    const widget = await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    expect((await watch.next())?.object).toEqual(widget);
  });

  it('contains apiVersion and kind of a built-in object', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const watch = await scene.watch(`${scene.path('configmaps')}?watch=1`);
    expect((await watch.next())?.object).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  it('sends a deleted object with the version of its deletion', async (scene) => {
    const watch = await watchFromNow(scene);
    const { metadata } = await scene.create('widgets', { metadata: { name: 'a' } });
    await scene.delete(scene.path('widgets', 'a'));
    await watch.next();
    const deleted = await watch.next();
    expect(deleted?.type).toBe('DELETED');
    expect(Number(deleted?.object.metadata.resourceVersion)).toBeGreaterThan(
      Number(metadata.resourceVersion),
    );
  });

  it('sends the deletionTimestamp, then the deletion', async (scene) => {
    const watch = await watchFromNow(scene);
    await scene.create('widgets', { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    await scene.delete(scene.path('widgets', 'a'));
    await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { finalizers: null } });
    const events = [await watch.next(), await watch.next(), await watch.next()];
    expect(events.map(said)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
    expect(events[1]?.object.metadata).toHaveProperty('deletionTimestamp');
  });

  it('with a selector adds an object that starts to match', async (scene) => {
    const watch = await watchFromNow(scene, '&labelSelector=app=a');
    await scene.create('widgets', { metadata: { name: 'a' } });
    await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { labels: { app: 'a' } } });
    expect(said(await watch.next())).toBe('ADDED a');
  });

  it('with a selector deletes an object that no longer matches, in its old state', async (scene) => {
    const watch = await watchFromNow(scene, '&labelSelector=app=a');
    await scene.create('widgets', { metadata: { name: 'a', labels: { app: 'a' } } });
    const changed = await scene.patch('merge', scene.path('widgets', 'a'), {
      metadata: { labels: { app: 'b' } },
    });
    await watch.next();
    const event = await watch.next();
    expect(said(event)).toBe('DELETED a');
    expect(event?.object.metadata).toMatchObject({
      labels: { app: 'a' },
      resourceVersion: changed.object.metadata.resourceVersion,
    });
  });

  it('with a selector sends nothing else', async (scene) => {
    const watch = await watchFromNow(scene, '&labelSelector=app=a');
    await scene.create('widgets', { metadata: { name: 'a', labels: { app: 'b' } } });
    await scene.delete(scene.path('widgets', 'a'));
    await scene.create('widgets', { metadata: { name: 'b', labels: { app: 'a' } } });
    expect(said(await watch.next())).toBe('ADDED b');
  });

  it('of one name sends no other objects', async (scene) => {
    const watch = await watchFromNow(scene, '&fieldSelector=metadata.name=b');
    for (const name of ['a', 'b']) await scene.create('widgets', { metadata: { name } });
    expect(said(await watch.next())).toBe('ADDED b');
  });

  it('of all namespaces sends the events of each', async (scene) => {
    const { metadata } = (await scene.get(scene.path('widgets'))).object;
    const path = `/apis/${scene.group}/v1/widgets?watch=1&resourceVersion=${metadata.resourceVersion}`;
    const watch = await scene.watch(path);
    await scene.create('widgets', { metadata: { name: 'a' } });
    expect((await watch.next())?.object.metadata.namespace).toBe(scene.namespace);
  });

  it('reports an expired version in an event, and ends', async (scene) => {
    const watch = await scene.watch(`${scene.path('widgets')}?watch=1&resourceVersion=1`);
    expect(watch.status).toBe(200);
    expect(await watch.next()).toMatchObject({
      type: 'ERROR',
      object: {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: 'Expired',
        code: 410,
        message: expect.stringMatching(/^too old resource version: 1 \(\d+\)$/),
      },
    });
    expect(await watch.next()).toBeUndefined();
  });

  it('ends after the requested timeout', async (scene) => {
    const watch = await watchFromNow(scene, '&timeoutSeconds=1');
    expect(await watch.next()).toBeUndefined();
  });

  it('ends the initial events with a bookmark on request', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watch = await scene.watch(`${scene.path('widgets')}?${query}`);
    expect(said(await watch.next())).toBe('ADDED a');
    const bookmark = await watch.next();
    expect(bookmark).toMatchObject({
      type: 'BOOKMARK',
      object: {
        apiVersion: `${scene.group}/v1`,
        kind: 'Widget',
        metadata: {
          annotations: { 'k8s.io/initial-events-end': 'true' },
          resourceVersion: expect.stringMatching(/^\d+$/),
        },
      },
    });
  });

  it('continues after the bookmark', async (scene) => {
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watch = await scene.watch(`${scene.path('configmaps')}?${query}`);
    expect((await watch.next())?.type).toBe('BOOKMARK');
    await scene.create('configmaps', { metadata: { name: 'a' } });
    expect(said(await watch.next())).toBe('ADDED a');
  });

  it('rejects initial events without resourceVersionMatch', async (scene) => {
    const answer = await scene.get(`${scene.path('configmaps')}?watch=1&sendInitialEvents=true`);
    const message = 'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
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

  it('contains only the metadata on request', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    const watch = await scene.watch(`${scene.path('widgets')}?watch=1`, { headers: { accept } });
    const event = await watch.next();
    expect(event?.object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
    expect(event?.object).not.toHaveProperty('spec');
  });
});

import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

const held = { name: 'a', finalizers: ['example.com/hold'] };

conformance('delete', (it) => {
  it('returns a Status that names the object', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.delete(scene.path('configmaps', 'a'));
    expect(answer.status).toBe(200);
    expect(answer.object).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: {
        name: 'a',
        kind: 'configmaps',
        uid: metadata.uid,
      },
    });
    expect((await scene.get(scene.path('configmaps', 'a'))).status).toBe(404);
  });

  it('returns a Status with the group of a custom resource', async (scene) => {
    const { metadata } = await scene.create('widgets', { metadata: { name: 'a' } });
    expect((await scene.delete(scene.path('widgets', 'a'))).object).toMatchObject({
      status: 'Success',
      details: { name: 'a', group: scene.group, kind: 'widgets', uid: metadata.uid },
    });
  });

  it('returns the object itself for a Service', async (scene) => {
    await scene.create('services', { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } });
    const answer = await scene.delete(scene.path('services', 'a'));
    expect(answer.status).toBe(200);
    expect(answer.object).toMatchObject({ kind: 'Service', metadata: { name: 'a' } });
  });

  it('waits for the kubelet of a Pod on a node, for a grace period that can only become shorter', async (scene) => {
    const containers = [{ name: 'a', image: 'a' }];
    await scene.create('pods', { metadata: { name: 'a' }, spec: { nodeName: 'elsewhere', containers } });
    const period = async (options?: object): Promise<unknown> => {
      const { status, object } = await scene.delete(scene.path('pods', 'a'), options);
      expect(status).toBe(200);
      return object.metadata.deletionGracePeriodSeconds;
    };
    expect(await period()).toBe(30);
    expect(await period({ gracePeriodSeconds: 60 })).toBe(30);
    expect(await period()).toBe(30);
    expect(await period({ gracePeriodSeconds: 5 })).toBe(5);
    const { metadata } = await scene.read('pods', 'a');
    expect(metadata['generation']).toBe(2);
    await period({ gracePeriodSeconds: 0 });
    expect((await scene.get(scene.path('pods', 'a'))).status).toBe(404);
  });

  it('deletes a Pod without a node at once', async (scene) => {
    const containers = [{ name: 'a', image: 'a' }];
    await scene.create('pods', { metadata: { name: 'a' }, spec: { containers } });
    await scene.delete(scene.path('pods', 'a'), { gracePeriodSeconds: 30 });
    expect((await scene.get(scene.path('pods', 'a'))).status).toBe(404);
  });

  it('returns 404 for a missing object', async (scene) => {
    expectRefusal(await scene.delete(scene.path('configmaps', 'a')), {
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "a" not found',
      details: { name: 'a', kind: 'configmaps' },
    });
  });

  it('sets the deletionTimestamp of an object with finalizers and keeps it', async (scene) => {
    await scene.create('widgets', { metadata: held });
    const answer = await scene.delete(scene.path('widgets', 'a'));
    expect(answer.status).toBe(200);
    expect(answer.object.metadata).toMatchObject({
      name: 'a',
      deletionTimestamp: expect.stringMatching(/Z$/),
      deletionGracePeriodSeconds: 0,
    });
    expect(await scene.read('widgets', 'a')).toEqual(answer.object);
  });

  it('changes nothing when it is repeated', async (scene) => {
    await scene.create('widgets', { metadata: held });
    const first = (await scene.delete(scene.path('widgets', 'a'))).object;
    const second = (await scene.delete(scene.path('widgets', 'a'))).object;
    expect(second).toEqual(first);
  });

  it('is completed when the last finalizer is removed', async (scene) => {
    await scene.create('widgets', { metadata: held });
    await scene.delete(scene.path('widgets', 'a'));
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { finalizers: null } });
    expect(answer.status).toBe(200);
    expect(answer.object.metadata.name).toBe('a');
    expect((await scene.get(scene.path('widgets', 'a'))).status).toBe(404);
  });

  it('is not completed while a finalizer remains', async (scene) => {
    await scene.create('widgets', {
      metadata: { name: 'a', finalizers: ['example.com/one', 'example.com/two'] },
    });
    await scene.delete(scene.path('widgets', 'a'));
    await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { finalizers: ['example.com/two'] } });
    expect((await scene.read('widgets', 'a')).metadata.finalizers).toEqual(['example.com/two']);
  });

  it('is not caused by the removal of a finalizer', async (scene) => {
    await scene.create('widgets', { metadata: held });
    await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { finalizers: null } });
    expect((await scene.read('widgets', 'a')).metadata).not.toHaveProperty('finalizers');
  });

  it('allows no new finalizers afterwards', async (scene) => {
    await scene.create('widgets', { metadata: held });
    await scene.delete(scene.path('widgets', 'a'));
    const finalizers = ['example.com/hold', 'example.com/more'];
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { metadata: { finalizers } });
    const message =
      'Forbidden: no new finalizers can be added if the object is being deleted, ' +
      'found new finalizers []string{"example.com/more"}';
    const cause = { reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' };
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: `Widget.${scene.group} "a" is invalid: metadata.finalizers: ${message}`,
      details: {
        name: 'a',
        group: scene.group,
        kind: 'Widget',
        causes: [cause, cause],
      },
    });
  });

  it('allows changes of the spec afterwards', async (scene) => {
    await scene.create('widgets', { metadata: held });
    await scene.delete(scene.path('widgets', 'a'));
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { spec: { size: 2 } });
    expect(answer.status).toBe(200);
    expect(answer.object.metadata.generation).toBe(3);
  });

  it('checks the uid precondition', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    expectRefusal(await scene.delete(scene.path('configmaps', 'a'), { preconditions: { uid: 'another' } }), {
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (another) does not match ' +
        `the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
      details: { name: 'a', kind: 'ConfigMap' },
    });
  });

  it('checks the resourceVersion precondition', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    expectRefusal(
      await scene.delete(scene.path('configmaps', 'a'), { preconditions: { resourceVersion: '1' } }),
      {
        code: 409,
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on ConfigMap "a": the ResourceVersion in the precondition (1) does not match ' +
          `the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
        details: { name: 'a', kind: 'ConfigMap' },
      },
    );
  });

  it('succeeds when the preconditions hold', async (scene) => {
    const { uid, resourceVersion } = (await scene.create('configmaps', { metadata: { name: 'a' } })).metadata;
    const answer = await scene.delete(scene.path('configmaps', 'a'), {
      preconditions: { uid, resourceVersion },
    });
    expect(answer.status).toBe(200);
  });

  it('in the foreground leaves the object to the garbage collector', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    const answer = await scene.delete(scene.path('configmaps', 'a'), { propagationPolicy: 'Foreground' });
    expect(answer.object.metadata.finalizers).toContain('foregroundDeletion');
    expect(answer.object.metadata).toHaveProperty('deletionTimestamp');
  });

  it('with Orphan sets the orphan finalizer', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    const answer = await scene.delete(scene.path('configmaps', 'a'), { propagationPolicy: 'Orphan' });
    expect(answer.object.metadata.finalizers).toContain('orphan');
  });

  it('rejects an unknown propagation policy', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.delete(scene.path('configmaps', 'a'), { propagationPolicy: 'Sideways' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('propagationPolicy');
  });

  it('accepts the policy in the query', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    const answer = await scene.delete(`${scene.path('configmaps', 'a')}?propagationPolicy=Orphan`);
    expect(answer.object.metadata.finalizers).toContain('orphan');
  });

  it('of a collection deletes the selected objects', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a', labels: { app: 'a' } } });
    await scene.create('configmaps', { metadata: { name: 'b', labels: { app: 'b' } } });
    const answer = await scene.delete(`${scene.path('configmaps')}?labelSelector=app=a`);
    expect(answer.status).toBe(200);
    expect(answer.object.kind).toBe('ConfigMapList');
    expect(answer.object.items.map((item) => item.metadata.name)).toEqual(['a']);
    const left = (await scene.get(scene.path('configmaps'))).object;
    expect(left.items.map((item) => item.metadata.name)).toEqual(['b']);
  });

  it('of a collection of custom resources deletes all of them', async (scene) => {
    for (const name of ['a', 'b']) await scene.create('widgets', { metadata: { name } });
    expect((await scene.delete(scene.path('widgets'))).status).toBe(200);
    expect((await scene.get(scene.path('widgets'))).object.items).toEqual([]);
  });
});

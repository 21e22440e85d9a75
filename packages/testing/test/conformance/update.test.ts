import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

const workload = (app: string): object => ({
  selector: { matchLabels: { app } },
  template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
});

conformance('update', (it) => {
  it('replaces the object and increases its version', async (scene) => {
    const before = await scene.create('configmaps', {
      metadata: { name: 'a' },
      data: { one: '1', two: '2' },
    });
    const answer = await scene.put(scene.path('configmaps', 'a'), { ...before, data: { one: '3' } });
    expect(answer.status).toBe(200);
    expect(answer.object.data).toEqual({ one: '3' });
    expect(Number(answer.object.metadata.resourceVersion)).toBeGreaterThan(
      Number(before.metadata.resourceVersion),
    );
  });

  it('rejects an outdated version', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a' } });
    await scene.put(scene.path('widgets', 'a'), { ...before, spec: { size: 1 } });
    expectRefusal(await scene.put(scene.path('widgets', 'a'), { ...before, spec: { size: 2 } }), {
      code: 409,
      reason: 'Conflict',
      message:
        `Operation cannot be fulfilled on widgets.${scene.group} "a": the object has been modified; ` +
        'please apply your changes to the latest version and try again',
      details: { name: 'a', group: scene.group, kind: 'widgets' },
    });
  });

  it('accepts a built-in object without a version', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const object = scene.typed('configmaps', { metadata: { name: 'a' }, data: { key: 'value' } });
    const answer = await scene.put(scene.path('configmaps', 'a'), object);
    expect(answer.status).toBe(200);
    expect(answer.object.data).toEqual({ key: 'value' });
  });

  it('rejects a custom resource without a version', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const message = 'Invalid value: 0: must be specified for an update';
    expectRefusal(
      await scene.put(scene.path('widgets', 'a'), scene.typed('widgets', { metadata: { name: 'a' } })),
      {
        code: 422,
        reason: 'Invalid',
        message: `widgets.${scene.group} "a" is invalid: metadata.resourceVersion: ${message}`,
        details: {
          name: 'a',
          group: scene.group,
          kind: 'widgets',
          causes: [
            {
              reason: 'FieldValueInvalid',
              message,
              field: 'metadata.resourceVersion',
            },
          ],
        },
      },
    );
  });

  it('rejects another name than in the path', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.put(scene.path('configmaps', 'a'), {
      ...before,
      metadata: { ...before.metadata, name: 'b' },
    });
    expectRefusal(answer, {
      code: 400,
      reason: 'BadRequest',
      message: 'the name of the object (b) does not match the name on the URL (a)',
    });
  });

  it('returns 404 for a missing object', async (scene) => {
    const object = scene.typed('configmaps', { metadata: { name: 'a' } });
    expectRefusal(await scene.put(scene.path('configmaps', 'a'), object), {
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "a" not found',
      details: { name: 'a', kind: 'configmaps' },
    });
  });

  it('creates a missing Lease', async (scene) => {
    const lease = scene.typed('leases', { metadata: { name: 'a' }, spec: { holderIdentity: 'me' } });
    const answer = await scene.put(scene.path('leases', 'a'), lease);
    expect(answer.status).toBe(201);
    expect(answer.object.spec).toEqual({ holderIdentity: 'me' });
  });

  it('rejects the uid of another object', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.put(scene.path('configmaps', 'a'), {
      ...before,
      metadata: { ...before.metadata, uid: 'another' },
    });
    expect(answer.status).toBe(409);
    expect(answer.object).toMatchObject({ reason: 'Conflict' });
    expect(answer.text).toContain(
      `Precondition failed: UID in precondition: another, UID in object meta: ${before.metadata.uid}`,
    );
  });

  it('keeps the creationTimestamp', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' } });
    const metadata = { ...before.metadata, creationTimestamp: '2001-01-01T00:00:00Z' };
    const after = (await scene.put(scene.path('configmaps', 'a'), { ...before, metadata })).object;
    expect(after.metadata.creationTimestamp).toBe(before.metadata.creationTimestamp);
  });

  it('rejects a deletionTimestamp', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' } });
    const metadata = { ...before.metadata, deletionTimestamp: '2001-01-01T00:00:00Z' };
    const answer = await scene.put(scene.path('configmaps', 'a'), { ...before, metadata });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('metadata.deletionTimestamp');
    expect(answer.text).toContain('field is immutable');
  });

  it('sets the uid if the client omits it', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' } });
    const object = scene.typed('configmaps', { metadata: { name: 'a' }, data: { key: 'value' } });
    const after = (await scene.put(scene.path('configmaps', 'a'), object)).object;
    expect(after.metadata.uid).toBe(before.metadata.uid);
  });

  it('removes labels that the client omits', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a', labels: { app: 'a' } } });
    const { labels: _, ...metadata } = before.metadata;
    const after = (await scene.put(scene.path('widgets', 'a'), { ...before, metadata })).object;
    expect(after.metadata).not.toHaveProperty('labels');
  });

  it('rejects a change of an immutable field', async (scene) => {
    const before = await scene.create('configmaps', {
      metadata: { name: 'a' },
      immutable: true,
      data: { key: 'a' },
    });
    const answer = await scene.put(scene.path('configmaps', 'a'), { ...before, data: { key: 'b' } });
    const message = 'Forbidden: field is immutable when `immutable` is set';
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: `ConfigMap "a" is invalid: data: ${message}`,
      details: {
        name: 'a',
        kind: 'ConfigMap',
        causes: [
          {
            reason: 'FieldValueForbidden',
            message,
            field: 'data',
          },
        ],
      },
    });
  });

  it("rejects a change of a Deployment's selector", async (scene) => {
    const before = await scene.create('deployments', { metadata: { name: 'a' }, spec: workload('one') });
    const answer = await scene.put(scene.path('deployments', 'a'), { ...before, spec: workload('two') });
    const message = 'Invalid value: {"matchLabels":{"app":"two"}}: field is immutable';
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: `Deployment.apps "a" is invalid: spec.selector: ${message}`,
      details: {
        name: 'a',
        group: 'apps',
        kind: 'Deployment',
        causes: [
          {
            reason: 'FieldValueInvalid',
            message,
            field: 'spec.selector',
          },
        ],
      },
    });
  });
});

conformance('no-op writes', (it) => {
  it('keep the version of an unchanged object', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' }, data: { key: 'value' } });
    expect((await scene.put(scene.path('configmaps', 'a'), before)).object).toEqual(before);
  });

  it('keep the version of an unchanged custom resource', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    expect((await scene.put(scene.path('widgets', 'a'), before)).object).toEqual(before);
  });

  it('keep the version when a patch changes nothing', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { spec: { size: 1 } });
    expect(answer.status).toBe(200);
    expect(answer.object).toEqual(before);
  });

  it('keep the version when the status is unchanged', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const path = scene.path('widgets', 'a', 'status');
    const first = (await scene.patch('merge', path, { status: { phase: 'Ready' } })).object;
    const second = (await scene.patch('merge', path, { status: { phase: 'Ready' } })).object;
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });

  it('keep the version when an apply is repeated', async (scene) => {
    const first = (await scene.apply('configmaps', 'a', { data: { key: 'value' } })).object;
    const second = (await scene.apply('configmaps', 'a', { data: { key: 'value' } })).object;
    expect(second).toEqual(first);
  });

  it('cause no watch event', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const watch = await scene.watch(
      `${scene.path('widgets')}?watch=1&resourceVersion=${before.metadata.resourceVersion}`,
    );
    await scene.put(scene.path('widgets', 'a'), before);
    await scene.create('widgets', { metadata: { name: 'b' } });
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'b' } } });
  });
});

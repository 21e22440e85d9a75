import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

conformance('status', (it) => {
  it('is the only part that a write to the subresource changes', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const changed = {
      ...before,
      metadata: { ...before.metadata, labels: { app: 'a' } },
      spec: { size: 2 },
      status: { phase: 'Ready' },
    };
    const answer = await scene.put(scene.path('widgets', 'a', 'status'), changed);
    expect(answer.status).toBe(200);
    expect(answer.object.spec).toEqual({ size: 1, mode: 'auto' });
    expect(answer.object.status).toEqual({ phase: 'Ready' });
    expect(answer.object.metadata).not.toHaveProperty('labels');
  });

  it('is not changed by an update of the object', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const ready = await scene.patch('merge', scene.path('widgets', 'a', 'status'), {
      status: { phase: 'Ready' },
    });
    const { status: _, ...withoutStatus } = ready.object;
    const answer = await scene.put(scene.path('widgets', 'a'), { ...withoutStatus, spec: { size: 3 } });
    expect(answer.object).toMatchObject({ spec: { size: 3 }, status: { phase: 'Ready' } });
  });

  it('is not changed by a patch of the object', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { status: { phase: 'Ready' } });
    expect(answer.status).toBe(200);
    expect(answer.object).not.toHaveProperty('status');
  });

  it('can be read at the subresource, with the object', async (scene) => {
    const widget = await scene.create('widgets', { metadata: { name: 'a' } });
    expect((await scene.get(scene.path('widgets', 'a', 'status'))).object).toEqual(widget);
  });

  it('is validated', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a', 'status'), {
      status: { replicas: 'two' },
    });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toContain('status.replicas: Invalid value: "string"');
  });

  it('rejects an outdated version', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a' } });
    await scene.patch('merge', scene.path('widgets', 'a'), { spec: { size: 1 } });
    const answer = await scene.put(scene.path('widgets', 'a', 'status'), {
      ...before,
      status: { phase: 'Ready' },
    });
    expect(answer.status).toBe(409);
    expect(answer.object).toMatchObject({ reason: 'Conflict' });
  });

  it('of a Deployment is written at the subresource', async (scene) => {
    const template = {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    };
    await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
    });
    const patch = { spec: { replicas: 5 }, status: { replicas: 1, observedGeneration: 1 } };
    const answer = await scene.patch('merge', scene.path('deployments', 'a', 'status'), patch);
    expect(answer.object).toMatchObject({
      spec: { replicas: 1 },
      status: { replicas: 1, observedGeneration: 1 },
    });
  });

  it('does not exist for a kind without it', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.get(scene.path('configmaps', 'a', 'status'));
    expectRefusal(answer, {
      code: 404,
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
      details: {},
    });
  });
});

conformance('scale', (it) => {
  it('of a Deployment has its replicas and selector', async (scene) => {
    const template = {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    };
    const deployment = await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'a' } }, template },
    });
    const { uid, resourceVersion, creationTimestamp } = deployment.metadata;
    expect((await scene.get(scene.path('deployments', 'a', 'scale'))).object).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'a', namespace: scene.namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'app=a' },
    });
  });

  it('of a Deployment sets its replicas', async (scene) => {
    const template = {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    };
    await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
    });
    const answer = await scene.patch('merge', scene.path('deployments', 'a', 'scale'), {
      spec: { replicas: 4 },
    });
    expect(answer.object).toMatchObject({ kind: 'Scale', spec: { replicas: 4 } });
    expect((await scene.read('deployments', 'a')).spec).toMatchObject({ replicas: 4 });
  });

  it('of a custom resource has the values at the paths of its CRD', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { replicas: 3 } });
    const status = { replicas: 2, selector: 'app=a' };
    await scene.patch('merge', scene.path('widgets', 'a', 'status'), { status });
    expect((await scene.get(scene.path('widgets', 'a', 'scale'))).object).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 3 },
      status: { replicas: 2, selector: 'app=a' },
    });
  });

  it('of a custom resource sets its replicas', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { replicas: 3 } });
    const scale = (await scene.get(scene.path('widgets', 'a', 'scale'))).object;
    const answer = await scene.put(scene.path('widgets', 'a', 'scale'), { ...scale, spec: { replicas: 5 } });
    expect(answer.status).toBe(200);
    expect((await scene.read('widgets', 'a')).spec).toMatchObject({ replicas: 5 });
  });

  it('of a built-in kind may omit every field', async (scene) => {
    const template = {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    const spec = { replicas: 0, selector: { matchLabels: { app: 'a' } }, template };
    await scene.create('replicasets', { metadata: { name: 'a' }, spec });
    const status = { observedGeneration: 1, conditions: [{ type: 'Known', status: 'True' }] };
    const replicas = await scene.patch('merge', scene.path('replicasets', 'a', 'status'), { status });
    expect(replicas.status, replicas.text).toBe(200);
    expect(replicas.object.status).toMatchObject({ replicas: 0, observedGeneration: 1 });

    await scene.create('poddisruptionbudgets', { metadata: { name: 'a' }, spec: { minAvailable: 1 } });
    const path = scene.path('poddisruptionbudgets', 'a', 'status');
    const budget = await scene.patch('merge', path, { status: { observedGeneration: 1 } });
    expect(budget.status, budget.text).toBe(200);
    expect(budget.object.status).toEqual({
      observedGeneration: 1,
      disruptionsAllowed: 0,
      currentHealthy: 0,
      desiredHealthy: 0,
      expectedPods: 0,
    });
  });

  it('is written together with the metadata of a built-in kind', async (scene) => {
    const object = { metadata: { labels: { a: '1' }, annotations: { b: '2' } }, status: {} };
    const pod = { containers: [{ name: 'c', image: 'i' }] };
    await scene.create('pods', { metadata: { name: 'a' }, spec: pod });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a' };
    const ofPod = { ...object, metadata: { ...object.metadata, ownerReferences: [owner] } };
    const { metadata } = (await scene.patch('merge', scene.path('pods', 'a', 'status'), ofPod)).object;
    expect(metadata).toMatchObject(object.metadata);
    expect(metadata).not.toHaveProperty('ownerReferences');
  });

  it('of a Deployment is written together with annotations, but not with labels', async (scene) => {
    const template = {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
    });
    const path = scene.path('deployments', 'a', 'status');
    const object = { metadata: { labels: { a: '1' }, annotations: { b: '2' } } };
    const { metadata } = (await scene.patch('merge', path, object)).object;
    expect(metadata.annotations).toEqual({ b: '2' });
    expect(metadata).not.toHaveProperty('labels');
  });

  it('of a Job is written together with labels', async (scene) => {
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } };
    await scene.create('jobs', { metadata: { name: 'a' }, spec: { template } });
    const object = { metadata: { labels: { a: '1' } } };
    const { metadata } = (await scene.patch('merge', scene.path('jobs', 'a', 'status'), object)).object;
    expect(metadata.labels).toMatchObject({ a: '1' });
  });
});

import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import { withWebhooks, writesOf } from './support/webhooks.ts';

const labels = { app: 'shop' };
const violation = "Cannot evict pod as it would violate the pod's disruption budget.";

/** A running Pod, ready or not. */
async function pod(scene: Scene, name: string, ready: 'True' | 'False' = 'True'): Promise<void> {
  const containers = [{ name: 'main', image: 'shop:1' }];
  await scene.create('pods', { metadata: { name, labels }, spec: { containers } });
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: ready }] };
  expect((await scene.patch('merge', scene.path('pods', name, 'status'), { status })).status).toBe(200);
}

interface Counts {
  disruptionsAllowed: number;
  currentHealthy: number;
  desiredHealthy: number;
}

/** A budget with a status; the case acts as its controller. */
async function budget(scene: Scene, counts?: Partial<Counts>, spec: object = {}): Promise<void> {
  const selector = { matchLabels: labels };
  await scene.create('poddisruptionbudgets', {
    metadata: { name: 'shop' },
    spec: { minAvailable: 1, selector, ...spec },
  });
  if (counts !== undefined) await observe(scene, counts);
}

async function observe(scene: Scene, counts: Partial<Counts>): Promise<void> {
  const status = {
    observedGeneration: 1,
    disruptionsAllowed: 0,
    currentHealthy: 1,
    desiredHealthy: 1,
    expectedPods: 1,
    ...counts,
  };
  const path = scene.path('poddisruptionbudgets', 'shop', 'status');
  expect((await scene.patch('merge', path, { status })).status).toBe(200);
}

function evict(scene: Scene, name: string, eviction: object = {}, query = '') {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...eviction };
  return scene.send('POST', scene.path('pods', name, 'eviction') + query, body);
}

async function expectViolation(answer: ReturnType<typeof evict>, message: string): Promise<void> {
  expectRefusal(await answer, {
    code: 429,
    reason: 'TooManyRequests',
    message: violation,
    details: { causes: [{ reason: 'DisruptionBudget', message }] },
  });
}

conformance('eviction', (it) => {
  it('deletes a Pod that no budget selects', async (scene) => {
    await pod(scene, 'a');
    const answer = await evict(scene, 'a', { deleteOptions: { gracePeriodSeconds: 0 } });
    expect(answer.status).toBe(201);
    expect(answer.object).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      code: 201,
    });
    expect((await scene.get(scene.path('pods', 'a'))).status).toBe(404);
  });

  it('ignores a budget that selects other Pods', async (scene) => {
    await pod(scene, 'a');
    await budget(scene, {}, { selector: { matchLabels: { app: 'bank' } } });
    expect((await evict(scene, 'a')).status).toBe(201);
  });

  it('waits for a budget without a status', async (scene) => {
    await pod(scene, 'a');
    await budget(scene);
    const answer = await evict(scene, 'a');
    const message = 'The disruption budget shop is still being processed by the server.';
    expectRefusal(answer, {
      code: 429,
      reason: 'TooManyRequests',
      message: violation,
      details: { causes: [{ reason: 'DisruptionBudget', message }], retryAfterSeconds: 10 },
    });
    expect(answer.headers['retry-after']).toBe('10');
  });

  it('is rejected when too few Pods are healthy', async (scene) => {
    await pod(scene, 'a');
    await budget(scene, {});
    await expectViolation(
      evict(scene, 'a'),
      'The disruption budget shop needs 1 healthy pods and has 1 currently',
    );
    expect((await scene.get(scene.path('pods', 'a'))).status).toBe(200);
  });

  it('uses up an allowed disruption even if the deletion fails', async (scene) => {
    await pod(scene, 'a');
    await budget(scene, { disruptionsAllowed: 1, currentHealthy: 2 });
    expect((await evict(scene, 'a', {}, '?dryRun=All')).status).toBe(201);
    expect((await scene.read('poddisruptionbudgets', 'shop')).status['disruptionsAllowed']).toBe(1);

    const preconditions = { uid: 'of-another' };
    expect((await evict(scene, 'a', { deleteOptions: { preconditions } })).status).toBe(409);
    expect((await scene.read('poddisruptionbudgets', 'shop')).status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { a: expect.stringMatching(/Z$/) },
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: 'False',
          observedGeneration: 1,
          lastTransitionTime: expect.stringMatching(/Z$/),
          reason: 'InsufficientPods',
          message: '',
        },
      ],
    });
    await expectViolation(
      evict(scene, 'a'),
      'The disruption budget shop does not allow evicting pods currently',
    );
    await observe(scene, { disruptionsAllowed: 2 });
    expect((await evict(scene, 'a', { deleteOptions: { gracePeriodSeconds: 0 } })).status).toBe(201);
    expect((await scene.read('poddisruptionbudgets', 'shop')).status['disruptionsAllowed']).toBe(1);
    expect((await scene.get(scene.path('pods', 'a'))).status).toBe(404);
  });

  it('of an unready Pod needs enough healthy Pods', async (scene) => {
    await pod(scene, 'a', 'False');
    await budget(scene, { currentHealthy: 0 });
    await expectViolation(
      evict(scene, 'a'),
      'The disruption budget shop needs 1 healthy pods and has 0 currently',
    );
    await observe(scene, { currentHealthy: 1 });
    expect((await evict(scene, 'a')).status).toBe(201);
  });

  it('of an unready Pod is always allowed with AlwaysAllow', async (scene) => {
    await pod(scene, 'a', 'False');
    await budget(scene, { currentHealthy: 0 }, { unhealthyPodEvictionPolicy: 'AlwaysAllow' });
    expect((await evict(scene, 'a')).status).toBe(201);
  });

  for (const phase of ['Pending', 'Succeeded', 'Failed']) {
    it(`ignores the budget for a Pod that is ${phase}`, async (scene) => {
      await pod(scene, 'a');
      await budget(scene, {});
      await scene.patch('merge', scene.path('pods', 'a', 'status'), { status: { phase } });
      expect((await evict(scene, 'a')).status).toBe(201);
    });
  }

  it('rejects a Pod with two budgets', async (scene) => {
    await pod(scene, 'a');
    await budget(scene, {});
    const selector = { matchLabels: labels };
    const second = { metadata: { name: 'shop-2' }, spec: { minAvailable: 1, selector } };
    await scene.create('poddisruptionbudgets', second);
    const answer = await evict(scene, 'a');
    expect(answer.status).toBe(500);
    expect(answer.object.message).toBe(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  });

  it('contains the name of the Pod twice, the same both times', async (scene) => {
    await pod(scene, 'a');
    for (const metadata of [{ name: 'b' }, {}]) {
      expectRefusal(await evict(scene, 'a', { metadata }), {
        code: 400,
        reason: 'BadRequest',
        message: 'name in URL does not match name in Eviction object',
      });
    }
  });

  it('needs an existing Pod', async (scene) => {
    expectRefusal(await evict(scene, 'a'), {
      code: 404,
      reason: 'NotFound',
      message: 'pods "a" not found',
      details: { name: 'a', kind: 'pods' },
    });
  });

  it('sets the deletionTimestamp of a Pod with finalizers', async (scene) => {
    await pod(scene, 'a');
    const held = { metadata: { finalizers: ['example.com/hold'] } };
    await scene.patch('merge', scene.path('pods', 'a'), held);
    for (let times = 0; times < 2; times += 1) expect((await evict(scene, 'a')).status).toBe(201);
    expect((await scene.read('pods', 'a')).metadata.deletionTimestamp).toBeDefined();
    await scene.patch('merge', scene.path('pods', 'a'), { metadata: { finalizers: null } });
  });

  it('reaches webhooks as a CREATE', async (scene) => {
    await pod(scene, 'a');
    const rules = [writesOf('pods/eviction')];
    const server = await withWebhooks(scene, { validating: [{ id: 'evictions', rules }] });
    let seen: object | undefined;
    server.admit('/evictions', (request) => {
      seen = request;
      return { allowed: false, status: { message: 'not today' } };
    });
    const answer = await evict(scene, 'a');
    expect(answer.object.message).toContain('denied the request: not today');
    expect(seen).toMatchObject({
      kind: { group: 'policy', version: 'v1', kind: 'Eviction' },
      resource: { group: '', version: 'v1', resource: 'pods' },
      subResource: 'eviction',
      name: 'a',
      namespace: scene.namespace,
      operation: 'CREATE',
      object: { kind: 'Eviction', metadata: { name: 'a', namespace: scene.namespace } },
      oldObject: null,
    });
    expect((await scene.get(scene.path('pods', 'a'))).status).toBe(200);
  });

  it('adds a condition to a Pod that is still to be stopped', async (scene) => {
    const containers = [{ name: 'main', image: 'shop:1' }];
    await scene.create('pods', { metadata: { name: 'a' }, spec: { containers, nodeName: 'elsewhere' } });
    expect((await evict(scene, 'a', {}, '?dryRun=All')).status).toBe(201);
    expect((await scene.read('pods', 'a'))['status']).not.toHaveProperty('conditions');
    expect((await evict(scene, 'a')).status).toBe(201);
    const { status, metadata } = (await scene.get(scene.path('pods', 'a'))).object;
    expect(metadata.deletionTimestamp).toBeDefined();
    expect(status).toMatchObject({
      conditions: [
        {
          type: 'DisruptionTarget',
          status: 'True',
          reason: 'EvictionByEvictionAPI',
          message: 'Eviction API: evicting',
          lastProbeTime: null,
          lastTransitionTime: expect.any(String),
        },
      ],
    });
  });
});

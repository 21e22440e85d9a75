import { onTestFinished, expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';

const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
const containers = [{ name: 'c', image: 'nginx' }];

/** Creates a PriorityClass with the name of the case's namespace, and waits until admission knows it. */
async function priorityClass(scene: Scene, fields: object): Promise<string> {
  const name = scene.namespace;
  const body = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, ...fields };
  await scene.must(201, 'POST', classes, body);
  onTestFinished(async () => void (await scene.delete(`${classes}/${name}`)));
  const probe = { metadata: { name: 'probe' }, spec: { containers, priorityClassName: name } };
  await expect.poll(async () => (await scene.post('pods', probe, '?dryRun=All')).status).toBe(201);
  return name;
}

conformance('Priority admission', (it) => {
  it('gives a Pod without a class the priority 0', async (scene) => {
    const pod = await scene.create('pods', { metadata: { name: 'a' }, spec: { containers } });
    expect(pod.spec).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
    expect(pod.spec).not.toHaveProperty('priorityClassName');
  });

  it('gives a Pod the priority of its class', async (scene) => {
    const priorityClassName = await priorityClass(scene, { value: 1000, preemptionPolicy: 'Never' });
    const pod = await scene.create('pods', {
      metadata: { name: 'a' },
      spec: { containers, priorityClassName },
    });
    expect(pod.spec).toMatchObject({ priorityClassName, priority: 1000, preemptionPolicy: 'Never' });
  });

  it('accepts a Pod that sets the same priority as its class', async (scene) => {
    const priorityClassName = await priorityClass(scene, { value: 1000 });
    const spec = { containers, priorityClassName, priority: 1000, preemptionPolicy: 'PreemptLowerPriority' };
    await scene.create('pods', { metadata: { name: 'a' }, spec });
  });

  it('rejects a Pod of an unknown class', async (scene) => {
    const answer = await scene.post('pods', {
      metadata: { name: 'a' },
      spec: { containers, priorityClassName: 'missing' },
    });
    expectRefusal(answer, {
      code: 403,
      reason: 'Forbidden',
      message: 'pods "a" is forbidden: no PriorityClass with name missing was found',
      details: { name: 'a', kind: 'pods' },
    });
  });

  it('names the prefix of a Pod without a name', async (scene) => {
    const answer = await scene.post('pods', {
      metadata: { generateName: 'a-' },
      spec: { containers, priorityClassName: 'missing' },
    });
    expect(answer.object.message).toBe(
      'pods "a-" is forbidden: no PriorityClass with name missing was found',
    );
  });

  it('rejects a priority that the class does not have', async (scene) => {
    const answer = await scene.post('pods', { metadata: { name: 'a' }, spec: { containers, priority: 7 } });
    expect(answer.object.message).toBe(
      'pods "a" is forbidden: the integer value of priority (7) must not be provided in pod spec; ' +
        'priority admission controller computed 0 from the given PriorityClass name',
    );
  });

  it('rejects a preemption policy that the class does not have', async (scene) => {
    const spec = { containers, preemptionPolicy: 'Never' };
    const answer = await scene.post('pods', { metadata: { name: 'a' }, spec });
    expect(answer.object.message).toBe(
      'pods "a" is forbidden: the string value of PreemptionPolicy (Never) must not be provided in pod spec; ' +
        'priority admission controller computed PreemptLowerPriority from the given PriorityClass name',
    );
  });

  it('has the two classes of the system', async (scene) => {
    const values = ['system-node-critical', 'system-cluster-critical'].map(
      async (name) => (await scene.must(200, 'GET', `${classes}/${name}`)) as unknown as { value: number },
    );
    expect((await Promise.all(values)).map(({ value }) => value)).toEqual([2_000_001_000, 2_000_000_000]);
  });

  it('gives a new class the default preemption policy', async (scene) => {
    const name = await priorityClass(scene, { value: 5 });
    expect(await scene.must(200, 'GET', `${classes}/${name}`)).toMatchObject({
      value: 5,
      preemptionPolicy: 'PreemptLowerPriority',
    });
  });
});

conformance('Default tolerations', (it) => {
  const seconds = { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 };
  const notReady = { key: 'node.kubernetes.io/not-ready', ...seconds };
  const unreachable = { key: 'node.kubernetes.io/unreachable', ...seconds };

  it('let Pods stay on a failed node for five minutes', async (scene) => {
    const pod = await scene.create('pods', { metadata: { name: 'a' }, spec: { containers } });
    expect(pod.spec['tolerations']).toEqual([notReady, unreachable]);
  });

  it('follow those of the Pod, unless it has its own', async (scene) => {
    const own = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', tolerationSeconds: 7 };
    const tolerations = [{ ...own, effect: 'NoExecute' }];
    const pod = await scene.create('pods', { metadata: { name: 'a' }, spec: { containers, tolerations } });
    expect(pod.spec['tolerations']).toEqual([...tolerations, unreachable]);
  });

  it('are not added to a Pod that tolerates everything', async (scene) => {
    const tolerations = [{ operator: 'Exists' }];
    const pod = await scene.create('pods', { metadata: { name: 'a' }, spec: { containers, tolerations } });
    expect(pod.spec['tolerations']).toEqual(tolerations);
  });

  it('are not added to the template of a Deployment', async (scene) => {
    const deployment = await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers } },
      },
    });
    expect(deployment.spec).not.toHaveProperty('template.spec.tolerations');
  });
});

function claimOf(storage: string): object {
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage } } };
  return { metadata: { name: 'a' }, spec };
}

conformance('Growth of claims', (it) => {
  it('is rejected before a claim is bound', async (scene) => {
    await scene.create('persistentvolumeclaims', claimOf('1Gi'));
    const path = scene.path('persistentvolumeclaims', 'a');
    const answer = await scene.patch('merge', path, {
      spec: { resources: { requests: { storage: '2Gi' } } },
    });
    expect(answer.status).toBe(422);
  });

  it('is rejected without a StorageClass that allows it', async (scene) => {
    await scene.create('persistentvolumeclaims', claimOf('1Gi'));
    const path = scene.path('persistentvolumeclaims', 'a');
    await scene.patch('merge', `${path}/status`, { status: { phase: 'Bound' } });
    const answer = await scene.patch('merge', path, {
      spec: { resources: { requests: { storage: '2Gi' } } },
    });
    expectRefusal(answer, {
      code: 403,
      reason: 'Forbidden',
      message:
        'persistentvolumeclaims "a" is forbidden: only dynamically provisioned pvc can be resized and the ' +
        'storageclass that provisions the pvc must support resize',
      details: { name: 'a', kind: 'persistentvolumeclaims' },
    });
  });
});

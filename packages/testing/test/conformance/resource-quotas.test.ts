import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';

type Amounts = Readonly<Record<string, string>>;

/** Creates a quota with its usage, which kube-controller-manager would count. */
async function counted(scene: Scene, name: string, spec: { hard: Amounts }, used: Amounts): Promise<void> {
  const created = await scene.create('resourcequotas', { metadata: { name }, spec });
  const status = { hard: spec.hard, used };
  await scene.must(200, 'PUT', scene.path('resourcequotas', name, 'status'), { ...created, status });
}

/** Creates the quota of a case, and waits until admission enforces it. */
async function quota(
  scene: Scene,
  hard: Amounts,
  scope: object = {},
  used: Amounts = Object.fromEntries(Object.keys(hard).map((name) => [name, '0'])),
): Promise<void> {
  await counted(scene, 'quota', { hard, ...scope }, used);
  // Once the server enforces a later quota, which allows no ConfigMap, it knows the first one too.
  const name = 'count/configmaps';
  await counted(scene, 'later', { hard: { [name]: '0' } }, { [name]: '0' });
  const probe = { metadata: { name: 'probe' } };
  await expect.poll(async () => (await scene.post('configmaps', probe, '?dryRun=All')).status).toBe(403);
}

async function used(scene: Scene): Promise<Amounts> {
  return (await scene.read('resourcequotas', 'quota')).status['used'] as Amounts;
}

function claimOf(name: string, storageClassName: string, storage: string): object {
  const resources = { requests: { storage } };
  return { metadata: { name }, spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources } };
}

function container(name: string, cpu: string): object {
  return { name, image: 'nginx', resources: { requests: { cpu } } };
}

function pod(name: string, resources: object = {}, more: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: 'c', image: 'nginx', resources }], ...more } };
}

conformance('Resource quotas', (it) => {
  it('count Pods and what they request', async (scene) => {
    await quota(scene, { pods: '2', 'requests.cpu': '1', 'limits.memory': '1Gi' });
    await scene.create('pods', pod('a', { requests: { cpu: '300m' }, limits: { memory: '256Mi' } }));
    expect(await used(scene)).toEqual({ pods: '1', 'requests.cpu': '300m', 'limits.memory': '256Mi' });
    await scene.create('pods', pod('b', { requests: { cpu: '200m' }, limits: { memory: '256Mi' } }));
    expect(await used(scene)).toEqual({ pods: '2', 'requests.cpu': '500m', 'limits.memory': '512Mi' });
  });

  it('reject a Pod that exceeds one', async (scene) => {
    await quota(scene, { pods: '1', 'requests.cpu': '1' });
    await scene.create('pods', pod('a', { requests: { cpu: '300m' } }));
    expectRefusal(await scene.post('pods', pod('b', { requests: { cpu: '900m' } })), {
      code: 403,
      reason: 'Forbidden',
      message:
        'pods "b" is forbidden: exceeded quota: quota, requested: pods=1,requests.cpu=900m, ' +
        'used: pods=1,requests.cpu=300m, limited: pods=1,requests.cpu=1',
      details: { name: 'b', kind: 'pods' },
    });
    expect(await used(scene)).toEqual({ pods: '1', 'requests.cpu': '300m' });
  });

  it('require every container to request the CPU and memory that they limit', async (scene) => {
    await quota(scene, { 'requests.cpu': '1', 'limits.memory': '1Gi', 'requests.ephemeral-storage': '1Gi' });
    const containers = ['c', 'd'].map((name) => ({ name, image: 'nginx' }));
    const answer = await scene.post('pods', {
      metadata: { name: 'a' },
      spec: {
        containers,
        initContainers: [{ name: 'b', image: 'nginx', resources: { limits: { cpu: '1' } } }],
      },
    });
    expect(answer.object.message).toBe(
      'pods "a" is forbidden: failed quota: quota: must specify limits.memory for: b,c,d; requests.cpu for: c,d',
    );
  });

  it('reject writes before their usage is counted', async (scene) => {
    await quota(scene, { pods: '2', 'requests.cpu': '1' }, {}, {});
    const answer = await scene.post('pods', pod('a', { requests: { cpu: '1m' } }));
    expect(answer.object.message).toBe(
      'pods "a" is forbidden: status unknown for quota: quota, resources: pods,requests.cpu',
    );
  });

  it('do not count a dry run', async (scene) => {
    await quota(scene, { pods: '2' });
    expect((await scene.post('pods', pod('a'), '?dryRun=All')).status).toBe(201);
    expect(await used(scene)).toEqual({ pods: '0' });
  });

  it('count objects of all kinds', async (scene) => {
    const widgets = `count/widgets.${scene.group}`;
    await quota(scene, { [widgets]: '1', secrets: '1', 'count/secrets': '5', 'count/deployments.apps': '0' });
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    await scene.create('secrets', { metadata: { name: 'a' } });
    expect(await used(scene)).toEqual({
      [widgets]: '1',
      secrets: '1',
      'count/secrets': '1',
      'count/deployments.apps': '0',
    });
    const answer = await scene.post('widgets', { metadata: { name: 'b' }, spec: { size: 1 } });
    expect(answer.object.message).toBe(
      `widgets.${scene.group} "b" is forbidden: exceeded quota: quota, requested: ${widgets}=1, ` +
        `used: ${widgets}=1, limited: ${widgets}=1`,
    );
  });

  it('count node ports and load balancers', async (scene) => {
    await quota(scene, { services: '5', 'services.nodeports': '2', 'services.loadbalancers': '1' });
    const ports = [{ port: 80 }];
    await scene.create('services', { metadata: { name: 'a' }, spec: { type: 'LoadBalancer', ports } });
    await scene.create('services', { metadata: { name: 'b' }, spec: { ports } });
    expect(await used(scene)).toEqual({
      services: '2',
      'services.nodeports': '1',
      'services.loadbalancers': '1',
    });
    const path = scene.path('services', 'b');
    expect((await scene.patch('merge', path, { spec: { type: 'LoadBalancer' } })).object.message).toBe(
      'services "b" is forbidden: exceeded quota: quota, requested: services.loadbalancers=1, ' +
        'used: services.loadbalancers=1, limited: services.loadbalancers=1',
    );
    expect((await scene.patch('merge', path, { spec: { type: 'NodePort' } })).status).toBe(200);
    expect(await used(scene)).toMatchObject({ services: '2', 'services.nodeports': '2' });
  });

  it('count storage by StorageClass', async (scene) => {
    const [count, storage] = ['persistentvolumeclaims', 'requests.storage'].map(
      (name) => `gold.storageclass.storage.k8s.io/${name}`,
    ) as [string, string];
    await quota(scene, {
      persistentvolumeclaims: '9',
      'requests.storage': '9Gi',
      [count]: '9',
      [storage]: '2Gi',
    });
    await scene.create('persistentvolumeclaims', claimOf('a', 'gold', '1Gi'));
    await scene.create('persistentvolumeclaims', claimOf('b', 'silver', '3Gi'));
    expect(await used(scene)).toEqual({
      persistentvolumeclaims: '2',
      'requests.storage': '4Gi',
      [count]: '1',
      [storage]: '1Gi',
    });
    const answer = await scene.post('persistentvolumeclaims', claimOf('c', 'gold', '1500Mi'));
    expect(answer.object.message).toBe(
      `persistentvolumeclaims "c" is forbidden: exceeded quota: quota, requested: ${storage}=1500Mi, ` +
        `used: ${storage}=1Gi, limited: ${storage}=2Gi`,
    );
  });

  it('count extended resources', async (scene) => {
    await quota(scene, { 'requests.example.com/gpu': '3' });
    const gpus = { 'example.com/gpu': '2' };
    await scene.create('pods', pod('a', { requests: gpus, limits: gpus }));
    expect(await used(scene)).toEqual({ 'requests.example.com/gpu': '2' });
  });

  it('count the largest init container if it needs more than the others', async (scene) => {
    await quota(scene, { cpu: '10' });
    const initContainers = [
      { ...container('sidecar', '100m'), restartPolicy: 'Always' },
      container('init', '2'),
    ];
    await scene.create('pods', pod('a', { requests: { cpu: '1' } }, { initContainers }));
    expect(await used(scene)).toEqual({ cpu: '2100m' });
  });

  it('with the scope BestEffort are about Pods without requests', async (scene) => {
    await quota(scene, { pods: '1' }, { scopes: ['BestEffort'] });
    await scene.create('pods', pod('a', { requests: { cpu: '1' } }));
    expect(await used(scene)).toEqual({ pods: '0' });
    await scene.create('pods', pod('b'));
    expect(await used(scene)).toEqual({ pods: '1' });
  });

  it('with a scope selector are about Pods of some PriorityClasses', async (scene) => {
    const scopeName = 'PriorityClass';
    const matchExpressions = [{ scopeName, operator: 'In', values: ['system-node-critical'] }];
    await quota(scene, { pods: '1' }, { scopeSelector: { matchExpressions } });
    await scene.create('pods', pod('a'));
    await scene.create('pods', pod('b', {}, { priorityClassName: 'system-cluster-critical' }));
    expect(await used(scene)).toEqual({ pods: '0' });
    await scene.create('pods', pod('c', {}, { priorityClassName: 'system-node-critical' }));
    expect(await used(scene)).toEqual({ pods: '1' });
    const fourth = await scene.post('pods', pod('d', {}, { priorityClassName: 'system-node-critical' }));
    expect(fourth.object.message).toBe(
      'pods "d" is forbidden: exceeded quota: quota, requested: pods=1, used: pods=1, limited: pods=1',
    );
  });

  it('with the scope Terminating are about Pods with a deadline', async (scene) => {
    await quota(scene, { pods: '1' }, { scopes: ['Terminating'] });
    await scene.create('pods', pod('a'));
    expect(await used(scene)).toEqual({ pods: '0' });
    expect(
      (await scene.patch('merge', scene.path('pods', 'a'), { spec: { activeDeadlineSeconds: 60 } })).status,
    ).toBe(200);
    expect(await used(scene)).toEqual({ pods: '1' });
  });
});

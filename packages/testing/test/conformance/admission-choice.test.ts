import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';
import { type GivenWebhook, withWebhooks, writesOf } from './support/webhooks.ts';

const cache = { metadata: { name: 'cache', labels: { app: 'cache' } }, data: { memory: '64m' } };
const allowed = { allowed: true };

/** The operations and paths that a webhook receives during an action. */
async function heard(scene: Scene, webhook: object, act: () => Promise<unknown>): Promise<string[]> {
  const webhooks = await withWebhooks(scene, { validating: [{ id: 'first', ...webhook }] });
  const calls: string[] = [];
  webhooks.admit('/first', ({ operation, resource, subResource }) => {
    calls.push([operation, resource.resource, subResource].filter(Boolean).join(' '));
    return allowed;
  });
  await act();
  return calls;
}

const any = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'] };

conformance('choice of webhooks', (it) => {
  const rules: [string, object, string[]][] = [
    [
      'of the operation',
      { ...any, operations: ['UPDATE'], resources: ['configmaps'] },
      ['UPDATE configmaps'],
    ],
    ['for all resources', { ...any, resources: ['*'] }, ['CREATE configmaps', 'UPDATE configmaps']],
    ['for everything', { ...any, resources: ['*/*'] }, ['CREATE configmaps', 'UPDATE configmaps']],
    ['of another group', { ...any, apiGroups: ['apps'], resources: ['*'] }, []],
    ['of another version', { ...any, apiVersions: ['v2'], resources: ['configmaps'] }, []],
    ['of subresources', { ...any, resources: ['configmaps/*'] }, ['CREATE configmaps', 'UPDATE configmaps']],
    ['of one subresource', { ...any, resources: ['configmaps/status'] }, []],
    [
      'of namespaced objects',
      { ...any, resources: ['*'], scope: 'Namespaced' },
      ['CREATE configmaps', 'UPDATE configmaps'],
    ],
    ['of objects of the cluster', { ...any, resources: ['*'], scope: 'Cluster' }, []],
  ];
  for (const [which, rule, expected] of rules) {
    it(`a rule ${which}`, async (scene) => {
      // A namespace selector does not exclude cluster-scoped objects, which other cases and the server itself write.
      const webhook = { rules: [rule], objectSelector: ofCase(scene) };
      expect(await heard(scene, webhook, () => createAndLabel(scene))).toEqual(expected);
    });
  }

  it('a rule for the object does not match its status', async (scene) => {
    const rules = [writesOf('widgets', scene.group)];
    const calls = await heard(scene, { rules }, () => writeStatus(scene));
    expect(calls).toEqual(['CREATE widgets']);
  });

  it('a rule for the status matches only the status', async (scene) => {
    const rules = [writesOf('widgets/status', scene.group)];
    const calls = await heard(scene, { rules }, () => writeStatus(scene));
    expect(calls).toEqual(['UPDATE widgets status']);
  });

  it('a scale subresource is sent as a Scale', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      validating: [{ id: 'first', rules: [writesOf('widgets/scale', scene.group)] }],
    });
    const received: unknown[] = [];
    webhooks.admit('/first', ({ kind, resource, subResource, object, oldObject }) => {
      received.push(kind, resource.resource, subResource, object?.spec, oldObject?.spec);
      return allowed;
    });
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { replicas: 1 } });
    await scene.patch('merge', scene.path('widgets', 'a', 'scale'), { spec: { replicas: 3 } });
    const kind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    expect(received).toEqual([kind, 'widgets', 'scale', { replicas: 3 }, { replicas: 1 }]);
  });

  const selectors: [string, object, string[]][] = [
    [
      'labels that the object has',
      { matchLabels: { app: 'cache' } },
      ['CREATE configmaps', 'UPDATE configmaps'],
    ],
    ['a label that comes', { matchLabels: { tier: 'a' } }, ['UPDATE configmaps']],
    [
      'a value out of several',
      expression('app', 'In', ['cache', 'web']),
      ['CREATE configmaps', 'UPDATE configmaps'],
    ],
    ['no such value', expression('app', 'NotIn', ['cache']), []],
    ['a label of any value', expression('tier', 'Exists'), ['UPDATE configmaps']],
    ['no such label', expression('tier', 'DoesNotExist'), ['CREATE configmaps', 'UPDATE configmaps']],
  ];
  for (const [what, objectSelector, expected] of selectors) {
    it(`an object selector for ${what}`, async (scene) => {
      expect(await heard(scene, { objectSelector }, () => createAndLabel(scene))).toEqual(expected);
    });
  }

  it('an object selector matches the old object too', async (scene) => {
    await scene.create('configmaps', cache);
    const selected = { objectSelector: { matchLabels: { app: 'cache' } } };
    const calls = await heard(scene, selected, async () => {
      await scene.patch('merge', scene.path('configmaps', 'cache'), { metadata: { labels: { app: null } } });
      await scene.patch('merge', scene.path('configmaps', 'cache'), { data: { memory: '128m' } });
    });
    expect(calls).toEqual(['UPDATE configmaps']);
  });

  it('a namespace selector excludes other namespaces', async (scene) => {
    const namespaceSelector = expression('kubernetes.io/metadata.name', 'NotIn', [scene.namespace]);
    const calls = await heard(scene, { namespaceSelector, objectSelector: ofCase(scene) }, () =>
      scene.create('configmaps', { metadata: { name: 'a', labels: ofCase(scene).matchLabels } }),
    );
    expect(calls).toEqual([]);
  });

  it('a namespace selector matches a Namespace by its new labels', async (scene) => {
    const name = `${scene.namespace}-other`;
    const rules = [{ ...writesOf('namespaces'), operations: ['CREATE', 'UPDATE'] }];
    const namespaceSelector = { matchLabels: { tier: scene.namespace } };
    const calls = await heard(scene, { rules, namespaceSelector }, async () => {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await scene.must(201, 'POST', '/api/v1/namespaces', namespace);
      await scene.patch('merge', `/api/v1/namespaces/${name}`, {
        metadata: { labels: { tier: scene.namespace } },
      });
    });
    expect(calls).toEqual(['UPDATE namespaces']);
  });

  it('webhook configurations are exempt from webhooks', async (scene) => {
    const rules = [writesOf('validatingwebhookconfigurations', 'admissionregistration.k8s.io')];
    const path = `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${scene.namespace}`;
    const calls = await heard(scene, { rules, namespaceSelector: {} }, () =>
      scene.patch('merge', path, { metadata: { labels: { app: 'cache' } } }),
    );
    expect(calls).toEqual([]);
  });

  it('mutating webhooks are called in order, with the changes of earlier ones', async (scene) => {
    const webhooks = await withWebhooks(scene, { mutating: [{ id: 'first' }, { id: 'second' }] });
    webhooks.admit('/first', () => ({ allowed: true, patch: [{ op: 'add', path: '/data/a', value: '1' }] }));
    const seen: unknown[] = [];
    webhooks.admit('/second', ({ object }) => {
      seen.push(object?.data);
      return { allowed: true, patch: [{ op: 'replace', path: '/data/a', value: '2' }] };
    });
    const made = await scene.create('configmaps', cache);
    expect(seen).toEqual([{ memory: '64m', a: '1' }]);
    expect(made['data']).toEqual({ memory: '64m', a: '2' });
  });

  it('a webhook with IfNeeded is called again when a later one has changed the object', async (scene) => {
    const ids = ['first', 'second', 'third'];
    const webhooks = await withWebhooks(scene, { mutating: ids.map(eagerUnlessSecond) });
    const calls: string[] = [];
    for (const id of ids) {
      webhooks.admit(`/${id}`, () => {
        calls.push(id);
        return { allowed: true, patch: [{ op: 'add', path: `/data/${id}`, value: String(calls.length) }] };
      });
    }
    await scene.create('configmaps', cache);
    expect(calls).toEqual(['first', 'second', 'third', 'first', 'third']);
  });

  it('validating webhooks receive the changes of mutating ones', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      mutating: [{ id: 'first' }],
      validating: [{ id: 'second' }],
    });
    webhooks.admit('/first', () => ({ allowed: true, patch: [{ op: 'add', path: '/data/a', value: '1' }] }));
    const seen: unknown[] = [];
    webhooks.admit('/second', ({ object }) => {
      seen.push(object?.data);
      return allowed;
    });
    await scene.create('configmaps', cache);
    expect(seen).toEqual([{ memory: '64m', a: '1' }]);
  });

  it('the result of a webhook is pruned, defaulted and validated like a request', async (scene) => {
    const rules = [writesOf('widgets', scene.group)];
    const webhooks = await withWebhooks(scene, { mutating: [{ id: 'first', rules }] });
    const spec = { unknown: true, owner: { name: 'alice' } };
    webhooks.admit('/first', ({ name }) => ({
      allowed: true,
      patch: [{ op: 'replace', path: '/spec', value: name === 'bad' ? { size: 99 } : spec }],
    }));
    const made = await scene.create('widgets', { metadata: { name: 'good' }, spec: {} });
    expect(made['spec']).toEqual({ mode: 'auto', owner: { name: 'alice', team: 'core' } });
    const refused = await scene.post('widgets', { metadata: { name: 'bad' }, spec: {} });
    expect([refused.status, refused.object.reason]).toEqual([422, 'Invalid']);
  });

  it('a webhook may change the replicas of a Scale', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      mutating: [{ id: 'first', rules: [writesOf('widgets/scale', scene.group)] }],
    });
    const patch = [{ op: 'replace', path: '/spec/replicas', value: 2 }];
    webhooks.admit('/first', () => ({ allowed: true, patch }));
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { replicas: 1 } });
    await scene.patch('merge', scene.path('widgets', 'a', 'scale'), { spec: { replicas: 9 } });
    expect((await scene.read('widgets', 'a')).spec).toMatchObject({ replicas: 2 });
  });

  it('a webhook for the status changes only the status', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      mutating: [{ id: 'first', rules: [writesOf('widgets/status', scene.group)] }],
    });
    const patch = [
      { op: 'add', path: '/spec/size', value: 5 },
      { op: 'replace', path: '/status/phase', value: 'Better' },
    ];
    webhooks.admit('/first', () => ({ allowed: true, patch }));
    await writeStatus(scene);
    const { spec, status } = await scene.read('widgets', 'a');
    expect([spec, status]).toEqual([{ mode: 'auto' }, { phase: 'Better' }]);
  });

  it('a webhook for the object cannot change its status, name or uid', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      mutating: [{ id: 'first', rules: [{ ...writesOf('widgets', scene.group), operations: ['UPDATE'] }] }],
    });
    const patch = [
      { op: 'add', path: '/status', value: { phase: 'Better' } },
      { op: 'add', path: '/metadata/labels', value: { app: 'cache' } },
      { op: 'add', path: '/metadata/generation', value: 99 },
    ];
    webhooks.admit('/first', () => ({ allowed: true, patch }));
    await scene.create('widgets', { metadata: { name: 'a' }, spec: {} });
    await scene.patch('merge', scene.path('widgets', 'a'), { spec: { size: 2 } });
    const { metadata, status } = await scene.read('widgets', 'a');
    expect([metadata.labels, metadata.generation, status]).toEqual([{ app: 'cache' }, 2, undefined]);
  });

  it('nobody owns fields that a webhook sets on create', async (scene) => {
    const webhooks = await withWebhooks(scene, { mutating: [{ id: 'first' }] });
    const patch = [{ op: 'add', path: '/data/port', value: '11211' }];
    webhooks.admit('/first', () => ({ allowed: true, patch }));
    const made = await scene.create('configmaps', { metadata: { name: 'cache' }, data: { memory: '64m' } });
    expect(made.metadata.managedFields?.map(({ fieldsV1 }) => fieldsV1)).toEqual([
      { 'f:data': { '.': {}, 'f:memory': {} } },
    ]);
  });

  it('nobody owns fields that a webhook sets on update', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'cache' }, data: { memory: '64m' } });
    const webhooks = await withWebhooks(scene, { mutating: [{ id: 'first' }] });
    const patch = [{ op: 'add', path: '/data/port', value: '11211' }];
    webhooks.admit('/first', () => ({ allowed: true, patch }));
    const path = `${scene.path('configmaps', 'cache')}?fieldManager=bob`;
    const { object } = await scene.patch('merge', path, { data: { tier: 'a' } });
    const owned = object.metadata.managedFields?.find(({ manager }) => manager === 'bob');
    expect(owned?.fieldsV1).toEqual({ 'f:data': { 'f:tier': {} } });
  });

  it('an update without changes passes admission and is not written', async (scene) => {
    const made = await scene.create('configmaps', cache);
    const calls = await heard(scene, {}, () => scene.put(scene.path('configmaps', 'cache'), made));
    expect(calls).toEqual(['UPDATE configmaps']);
    const { metadata } = await scene.read('configmaps', 'cache');
    expect(metadata.resourceVersion).toBe(made.metadata.resourceVersion);
  });
});

function eagerUnlessSecond(id: string): GivenWebhook {
  return { id, reinvocationPolicy: id === 'second' ? 'Never' : 'IfNeeded' };
}

async function createAndLabel(scene: Scene): Promise<void> {
  const labels = { ...cache.metadata.labels, ...ofCase(scene).matchLabels };
  await scene.create('configmaps', { ...cache, metadata: { name: 'cache', labels } });
  await scene.patch('merge', scene.path('configmaps', 'cache'), { metadata: { labels: { tier: 'a' } } });
}

async function writeStatus(scene: Scene): Promise<void> {
  await scene.create('widgets', { metadata: { name: 'a' }, spec: {} });
  await scene.patch('merge', scene.path('widgets', 'a', 'status'), { status: { phase: 'Ready' } });
}

function expression(key: string, operator: string, values?: string[]): object {
  return { matchExpressions: [{ key, operator, ...(values && { values }) }] };
}

function ofCase(scene: Scene): { matchLabels: Record<string, string> } {
  return { matchLabels: { case: scene.namespace } };
}

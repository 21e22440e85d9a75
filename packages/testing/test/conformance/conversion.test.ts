import { expect } from 'vitest';
import type { Convert, Conversion } from '../support/webhook-server.ts';
import { conformance } from './support/conformance.ts';
import { Gadgets, renamed } from './support/gadgets.ts';
import type { Scene } from './support/scene.ts';
import { installFor, writesOf } from './support/webhooks.ts';

/** The correct conversion with another change to every object. */
function spoiled(spoil: (object: Record<string, unknown>) => Record<string, unknown>): Convert {
  return async (request) => {
    const { convertedObjects, ...rest } = (await renamed(request)) as {
      convertedObjects: Record<string, unknown>[];
    };
    return { ...rest, convertedObjects: convertedObjects.map(spoil) };
  };
}

function withMetadata(metadata: object): Convert {
  return spoiled((object) => ({ ...object, metadata: { ...(object['metadata'] as object), ...metadata } }));
}

/** The result of reading an object in v2 that was created in v1. */
async function readConverted(scene: Scene, convert: Convert): Promise<{ status: number; message: unknown }> {
  const gadgets = await Gadgets.define(scene);
  await gadgets.create('v1', { size: 2 });
  gadgets.webhooks.convert('/convert', convert);
  const answer = await gadgets.read('v2');
  return { status: answer.status, message: answer.object.message };
}

conformance('conversion', (it) => {
  it('an object is returned in the requested version', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    const { object } = await gadgets.read('v2');
    expect([object.apiVersion, object['spec']]).toEqual([`${gadgets.group}/v2`, { replicas: 2, mode: 'v1' }]);
  });

  it('an object is stored in the storage version', async (scene) => {
    const conversions: string[] = [];
    const gadgets = await Gadgets.define(scene, (request) => {
      conversions.push(request.desiredAPIVersion.split('/')[1] ?? '');
      return renamed(request);
    });
    const made = await scene.must(201, 'POST', gadgets.path('v2'), gadgets.object('v2', { replicas: 2 }));
    expect([made.apiVersion, made['spec']]).toEqual([`${gadgets.group}/v2`, { replicas: 2, mode: 'v2' }]);
    expect(conversions[0]).toBe('v1');
    expect((await gadgets.read('v1')).object['spec']).toEqual({ size: 2, mode: 'v2' });
  });

  it('the webhook receives a ConversionReview as the protocol specifies', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    const received: Conversion[] = [];
    gadgets.webhooks.convert('/convert', (request) => {
      received.push(request);
      return renamed(request);
    });
    await gadgets.read('v2');
    expect(received[0]).toMatchObject({
      desiredAPIVersion: `${gadgets.group}/v2`,
      objects: [
        { apiVersion: `${gadgets.group}/v1`, kind: 'Gadget', metadata: { name: 'a' }, spec: { size: 2 } },
      ],
    });
    expect(gadgets.webhooks.calls.at(-1)).toBe('/convert?timeout=30s');
  });

  it('a list returns all objects in its version', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 1 });
    await gadgets.create('v2', { replicas: 2 }, 'b');
    const { items } = (await scene.get(gadgets.path('v2'))).object as unknown as {
      items: { spec: object }[];
    };
    expect(items.map(({ spec }) => spec)).toEqual([
      { replicas: 1, mode: 'v1' },
      { replicas: 2, mode: 'v2' },
    ]);
  });

  it('a watch sends events in its version', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 1 });
    const events = await scene.watch(`${gadgets.path('v2')}?watch=true`);
    expect((await events.next())?.object['spec']).toEqual({ replicas: 1, mode: 'v1' });
    await scene.patch('merge', gadgets.path('v1', 'a'), { spec: { size: 3 } });
    expect((await events.next())?.object['spec']).toEqual({ replicas: 3, mode: 'v1' });
  });

  for (const [how, write] of [
    ['an update', (scene: Scene, path: string, object: object) => scene.put(path, object)],
    ['a merge patch', (scene: Scene, path: string) => scene.patch('merge', path, { spec: { replicas: 5 } })],
    [
      'a JSON patch',
      (scene: Scene, path: string) =>
        scene.patch('json', path, [{ op: 'replace', path: '/spec/replicas', value: 5 }]),
    ],
  ] as const) {
    it(`${how} in another version changes the stored object`, async (scene) => {
      const gadgets = await Gadgets.define(scene);
      await gadgets.create('v1', { size: 2 });
      const { object } = await gadgets.read('v2');
      const next = { ...object, spec: { replicas: 5, mode: 'v1' } };
      const answer = await write(scene, gadgets.path('v2', 'a'), next);
      expect([answer.status, answer.object['spec']]).toEqual([200, { replicas: 5, mode: 'v1' }]);
      expect((await gadgets.read('v1')).object['spec']).toEqual({ size: 5, mode: 'v1' });
    });
  }

  it('an apply in another version creates', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    const path = `${gadgets.path('v2', 'a')}?fieldManager=alice`;
    const answer = await scene.patch('apply', path, gadgets.object('v2', { replicas: 4 }));
    expect(answer.status).toBe(201);
    expect((await gadgets.read('v1')).object['spec']).toEqual({ size: 4, mode: 'v2' });
  });

  it('an apply in another version replaces what the same manager applied before', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    const path = `${gadgets.path('v2', 'a')}?fieldManager=alice`;
    const answer = await scene.patch('apply', path, gadgets.object('v2', { replicas: 4 }));
    expect([answer.status, answer.object['spec']], answer.text).toEqual([200, { replicas: 4, mode: 'v1' }]);
    expect((await gadgets.read('v1')).object['spec']).toEqual({ size: 4, mode: 'v1' });
    const { managedFields = [] } = (await gadgets.read('v2')).object.metadata;
    expect(managedFields.map(({ manager, apiVersion }) => [manager, apiVersion])).toEqual([
      ['alice', `${gadgets.group}/v2`],
    ]);
  });

  it('an apply that omits fields that it applied in another version removes them', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2, mode: 'own' });
    const path = `${gadgets.path('v2', 'a')}?fieldManager=alice`;
    const answer = await scene.patch('apply', path, gadgets.object('v2', { mode: 'own' }));
    expect([answer.status, answer.object['spec']], answer.text).toEqual([200, { mode: 'own' }]);
  });

  it('an apply that changes fields that another manager applied in another version is a conflict', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    const path = `${gadgets.path('v2', 'a')}?fieldManager=bob`;
    const answer = await scene.patch('apply', path, gadgets.object('v2', { replicas: 4 }));
    expect([answer.status, answer.object.message], answer.text).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "alice": .spec.size',
    ]);
  });

  it('an update in another version takes over fields that another manager applied', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    const path = `${gadgets.path('v2', 'a')}?fieldManager=bob`;
    await scene.patch('merge', path, { spec: { replicas: 4 } });
    const { managedFields = [] } = (await gadgets.read('v2')).object.metadata;
    expect(managedFields.map(({ manager, apiVersion, fieldsV1 }) => [manager, apiVersion, fieldsV1])).toEqual(
      [['bob', `${gadgets.group}/v2`, { 'f:spec': { 'f:replicas': {} } }]],
    );
  });

  it('the status can be written in another version', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    await scene.patch('merge', gadgets.path('v2', 'a', 'status'), { status: { phase: 'Ready' } });
    const { object } = await gadgets.read('v1');
    expect([object['spec'], object['status']]).toEqual([{ size: 2, mode: 'v1' }, { phase: 'Ready' }]);
  });

  it('an object is validated in the version of the request', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    const refused = await scene.send('POST', gadgets.path('v2'), gadgets.object('v2', { replicas: 11 }));
    expect([refused.status, refused.object.message]).toEqual([
      422,
      'Gadget.' +
        `${gadgets.group} "a" is invalid: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10`,
    ]);
  });

  it('labels and annotations may change, all other metadata stays', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    const changed = { labels: { a: 'b' }, annotations: { c: 'd' }, generation: 99, finalizers: ['a.b/c'] };
    gadgets.webhooks.convert('/convert', withMetadata(changed));
    const { metadata } = (await gadgets.read('v2')).object;
    expect(metadata).toMatchObject({ labels: { a: 'b' }, annotations: { c: 'd' }, generation: 1 });
    expect(metadata.finalizers).toBeUndefined();
  });

  const failures: [string, Convert, string][] = [
    [
      'that renames the object',
      withMetadata({ name: 'b' }),
      'returned invalid object: must have the same name: a != b',
    ],
    [
      'that moves the object',
      withMetadata({ namespace: 'b' }),
      'returned invalid object: must have the same namespace: NAMESPACE != b',
    ],
    [
      'to another version than requested',
      spoiled((object) => ({ ...object, apiVersion: 'example.com/v1' })),
      'returned invalid object at index 0: invalid groupVersion (expected GROUP/v2, received example.com/v1)',
    ],
    [
      'into another kind',
      spoiled((object) => ({ ...object, kind: 'Widget' })),
      'returned invalid object at index 0: invalid kind (expected Gadget, received Widget)',
    ],
    [
      'to labels that are no text',
      withMetadata({ labels: { a: 1 } }),
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    ],
    [
      'of which nothing comes back',
      () => ({ result: { status: 'Success' } }),
      'returned 0 objects, expected 1',
    ],
    [
      'that fails with a reason',
      () => ({ result: { status: 'Failure', message: 'too old' } }),
      'failed: too old',
    ],
    [
      'that fails without a word',
      () => ({ result: { status: 'Failure' } }),
      "failed: response.result.status was 'Failure', not 'Success'",
    ],
  ];
  for (const [what, convert, problem] of failures) {
    it(`a conversion ${what} fails the request`, async (scene) => {
      const group = `${scene.namespace}.example.com`;
      const words = problem.replaceAll('GROUP', group).replaceAll('NAMESPACE', scene.namespace);
      expect(await readConverted(scene, convert)).toEqual({
        status: 500,
        message: `conversion webhook for ${group}/v1, Kind=Gadget ${words}`,
      });
    });
  }

  it('a new storage version is recorded, and stored objects stay readable', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await gadgets.create('v1', { size: 2 });
    await scene.patch('json', gadgets.definitionPath, [
      { op: 'replace', path: '/spec/versions/0/storage', value: false },
      { op: 'replace', path: '/spec/versions/1/storage', value: true },
    ]);
    const definition = (await scene.get(gadgets.definitionPath)).object as unknown as {
      status: { storedVersions: string[] };
    };
    expect(definition.status.storedVersions).toEqual(['v1', 'v2']);
    expect((await gadgets.read('v2')).object['spec']).toEqual({ replicas: 2, mode: 'v1' });
    await scene.patch('merge', gadgets.path('v1', 'a'), { spec: { size: 3 } });
    expect((await gadgets.read('v2')).object['spec']).toEqual({ replicas: 3, mode: 'v1' });
  });

  it('a webhook for one version is called for others, with objects of its own version', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    await installFor(
      scene,
      { mutating: [{ id: 'first', rules: [writesOf('gadgets', gadgets.group, 'v1')] }] },
      gadgets.webhooks,
    );
    const seen: unknown[] = [];
    gadgets.webhooks.admit('/first', ({ kind, requestKind, object }) => {
      seen.push(kind.version, requestKind.version, object?.spec);
      return { allowed: true, patch: [{ op: 'replace', path: '/spec/size', value: 7 }] };
    });
    const made = await gadgets.create('v2', { replicas: 2 });
    expect(seen).toEqual(['v1', 'v2', { size: 2, mode: 'v2' }]);
    expect(made['spec']).toEqual({ replicas: 7, mode: 'v2' });
  });

  it('a webhook with matchPolicy Exact is not called for other versions', async (scene) => {
    const gadgets = await Gadgets.define(scene);
    const rules = [writesOf('gadgets', gadgets.group, 'v1')];
    await installFor(scene, { validating: [{ id: 'first', rules, matchPolicy: 'Exact' }] }, gadgets.webhooks);
    gadgets.webhooks.admit('/first', () => ({ allowed: false }));
    expect((await gadgets.create('v2', { replicas: 2 }))['spec']).toEqual({ replicas: 2, mode: 'v2' });
  });
});

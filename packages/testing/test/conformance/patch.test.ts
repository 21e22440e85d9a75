import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

const container = (name: string, image: string): object => ({ name, image });

const workload = (containers: object[]): object => ({
  selector: { matchLabels: { app: 'a' } },
  template: { metadata: { labels: { app: 'a' } }, spec: { containers } },
});

const containersOf = (spec: Record<string, unknown>): { name: string; image: string }[] =>
  (spec['template'] as { spec: { containers: { name: string; image: string }[] } }).spec.containers;

conformance('json patch', (it) => {
  it('adds, replaces and removes', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' }, data: { one: '1', two: '2' } });
    const answer = await scene.patch('json', scene.path('configmaps', 'a'), [
      { op: 'add', path: '/data/three', value: '3' },
      { op: 'replace', path: '/data/one', value: '0' },
      { op: 'remove', path: '/data/two' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.object.data).toEqual({ one: '0', three: '3' });
  });

  it('supports keys with a slash', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a', annotations: { 'example.com/a': '1' } } });
    const path = '/metadata/annotations/example.com~1a';
    const answer = await scene.patch('json', scene.path('configmaps', 'a'), [
      { op: 'replace', path, value: '2' },
    ]);
    expect(answer.object.metadata.annotations).toEqual({ 'example.com/a': '2' });
  });

  it('appends to a list', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { tags: ['a'] } });
    const patch = [{ op: 'add', path: '/spec/tags/-', value: 'b' }];
    const answer = await scene.patch('json', scene.path('widgets', 'a'), patch);
    expect(answer.object.spec).toMatchObject({ tags: ['a', 'b'] });
  });

  it('moves and copies', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' }, data: { one: '1' } });
    const answer = await scene.patch('json', scene.path('configmaps', 'a'), [
      { op: 'copy', from: '/data/one', path: '/data/two' },
      { op: 'move', from: '/data/one', path: '/data/three' },
    ]);
    expect(answer.object.data).toEqual({ two: '1', three: '1' });
  });

  it('succeeds when a test passes', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const answer = await scene.patch('json', scene.path('widgets', 'a'), [
      { op: 'test', path: '/spec/size', value: 1 },
      { op: 'replace', path: '/spec/size', value: 2 },
    ]);
    expect(answer.object.spec).toMatchObject({ size: 2 });
  });

  it('fails when a test fails', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' }, data: { one: '1' } });
    const answer = await scene.patch('json', scene.path('configmaps', 'a'), [
      { op: 'test', path: '/data/one', value: '2' },
    ]);
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
      details: {},
    });
  });

  it('fails when it removes a missing value', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.patch('json', scene.path('configmaps', 'a'), [
      { op: 'remove', path: '/data/one' },
    ]);
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
      details: {},
    });
  });

  it('fails when it is not a list', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.patch('json', scene.path('configmaps', 'a'), { data: {} });
    expect(answer.status).toBe(400);
  });

  it('with an outdated version is a conflict', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    await scene.patch('merge', scene.path('configmaps', 'a'), { data: { one: '1' } });
    const answer = await scene.patch('json', scene.path('configmaps', 'a'), [
      { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
      { op: 'add', path: '/data/two', value: '2' },
    ]);
    expect(answer.status).toBe(409);
  });
});

conformance('merge patch', (it) => {
  it('merges objects and removes fields with null', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' }, data: { one: '1', two: '2' } });
    const patch = { data: { one: null, three: '3' } };
    const answer = await scene.patch('merge', scene.path('configmaps', 'a'), patch);
    expect(answer.object.data).toEqual({ two: '2', three: '3' });
  });

  it('replaces lists', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { tags: ['a', 'b'] } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { spec: { tags: ['c'] } });
    expect(answer.object.spec).toMatchObject({ tags: ['c'] });
  });

  it('with the current version succeeds, with another is a conflict', async (scene) => {
    const { metadata } = await scene.create('widgets', { metadata: { name: 'a' } });
    const patch = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { size: 1 } };
    expect((await scene.patch('merge', scene.path('widgets', 'a'), patch)).status).toBe(200);
    const again = await scene.patch('merge', scene.path('widgets', 'a'), { ...patch, spec: { size: 2 } });
    expect(again.status).toBe(409);
    expect(again.object).toMatchObject({ reason: 'Conflict' });
  });

  it('of a missing object returns 404', async (scene) => {
    expectRefusal(await scene.patch('merge', scene.path('configmaps', 'a'), { data: {} }), {
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "a" not found',
      details: { name: 'a', kind: 'configmaps' },
    });
  });

  it('cannot rename an object', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.patch('merge', scene.path('configmaps', 'a'), { metadata: { name: 'b' } });
    expectRefusal(answer, {
      code: 400,
      reason: 'BadRequest',
      message: 'the name of the object (b) does not match the name on the URL (a)',
    });
  });

  it('that is not JSON is rejected', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    expect((await scene.patch('merge', scene.path('configmaps', 'a'), '{')).status).toBe(400);
  });
});

conformance('strategic patch', (it) => {
  it('merges lists by their key', async (scene) => {
    const containers = [container('a', 'a:1'), container('b', 'b:1')];
    await scene.create('deployments', { metadata: { name: 'a' }, spec: workload(containers) });
    const patch = { spec: { template: { spec: { containers: [container('b', 'b:2')] } } } };
    const { spec } = (await scene.patch('strategic', scene.path('deployments', 'a'), patch)).object;
    expect(containersOf(spec).map(({ name, image }) => [name, image])).toEqual([
      ['a', 'a:1'],
      ['b', 'b:2'],
    ]);
  });

  it('puts new items before those that it does not name, and keeps the order of the patch', async (scene) => {
    const containers = [container('a', 'a:1'), container('b', 'b:1'), container('c', 'c:1')];
    await scene.create('deployments', { metadata: { name: 'a' }, spec: workload(containers) });
    const names = async (...patched: string[]): Promise<unknown> => {
      const patch = {
        spec: { template: { spec: { containers: patched.map((name) => container(name, 'x')) } } },
      };
      const { spec } = (await scene.patch('strategic', scene.path('deployments', 'a'), patch)).object;
      return containersOf(spec).map(({ name }) => name);
    };
    expect(await names('d')).toEqual(['d', 'a', 'b', 'c']);
    expect(await names('c', 'a', 'e')).toEqual(['d', 'b', 'c', 'a', 'e']);
  });

  it('deletes an item by its key', async (scene) => {
    const containers = [container('a', 'a:1'), container('b', 'b:1')];
    await scene.create('deployments', { metadata: { name: 'a' }, spec: workload(containers) });
    const patch = { spec: { template: { spec: { containers: [{ name: 'a', $patch: 'delete' }] } } } };
    const { spec } = (await scene.patch('strategic', scene.path('deployments', 'a'), patch)).object;
    expect(containersOf(spec).map(({ name }) => name)).toEqual(['b']);
  });

  it('replaces a map with $patch: replace', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' }, data: { one: '1' } });
    const patch = { data: { $patch: 'replace', two: '2' } };
    const answer = await scene.patch('strategic', scene.path('configmaps', 'a'), patch);
    expect(answer.object.data).toEqual({ two: '2' });
  });

  it('merges finalizers and deletes single ones', async (scene) => {
    const finalizers = ['example.com/one', 'example.com/two'];
    await scene.create('configmaps', { metadata: { name: 'a', finalizers } });
    const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/one'] } };
    const answer = await scene.patch('strategic', scene.path('configmaps', 'a'), patch);
    expect(answer.object.metadata.finalizers).toEqual(['example.com/two']);
  });

  it('is not supported for custom resources', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const answer = await scene.patch('strategic', scene.path('widgets', 'a'), { spec: { size: 1 } });
    expectRefusal(answer, {
      code: 415,
      reason: 'UnsupportedMediaType',
      message:
        'the body of the request was in an unknown format - accepted media types include: ' +
        'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    });
  });
});

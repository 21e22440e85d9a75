import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';

async function selected(scene: Scene, selector: string): Promise<string[]> {
  const labels = [
    { app: 'cache', tier: 'back' },
    { app: 'cache' },
    { app: 'web', tier: 'front', weight: '7' },
    {},
  ];
  for (const [index, each] of labels.entries()) {
    await scene.create('configmaps', { metadata: { name: `c${index}`, labels: each } });
  }
  const answer = await scene.get(`${scene.path('configmaps')}?labelSelector=${encodeURIComponent(selector)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.object.items.map((item) => item.metadata.name);
}

const selections: [selector: string, names: string[]][] = [
  ['app=cache', ['c0', 'c1']],
  ['app==cache', ['c0', 'c1']],
  ['app!=cache', ['c2', 'c3']],
  ['app in (cache,web)', ['c0', 'c1', 'c2']],
  ['tier notin (back)', ['c1', 'c2', 'c3']],
  ['tier', ['c0', 'c2']],
  ['!tier', ['c1', 'c3']],
  ['app=cache,tier=back', ['c0']],
  ['app=cache,!tier', ['c1']],
  ['weight>5', ['c2']],
  ['weight<5', []],
  ['app=', []],
  [' app = cache , tier ', ['c0']],
];

const pod = (name: string, nodeName: string): object => ({
  metadata: { name },
  spec: { nodeName, containers: [{ name: 'a', image: 'a' }] },
});

conformance('selectors', (it) => {
  for (const [selector, names] of selections) {
    it(`select by the labels "${selector}"`, async (scene) => {
      expect(await selected(scene, selector)).toEqual(names);
    });
  }

  it('of labels are rejected if they do not parse', async (scene) => {
    expectRefusal(await scene.get(`${scene.path('configmaps')}?labelSelector=a%20b`), {
      code: 400,
      reason: 'BadRequest',
      message: "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    });
  });

  it('select by name', async (scene) => {
    for (const name of ['a', 'b']) await scene.create('widgets', { metadata: { name } });
    const { items } = (await scene.get(`${scene.path('widgets')}?fieldSelector=metadata.name=b`)).object;
    expect(items.map((item) => item.metadata.name)).toEqual(['b']);
  });

  it('select by another name with !=', async (scene) => {
    for (const name of ['a', 'b']) await scene.create('configmaps', { metadata: { name } });
    const { items } = (await scene.get(`${scene.path('configmaps')}?fieldSelector=metadata.name!=b`)).object;
    expect(items.map((item) => item.metadata.name)).toEqual(['a']);
  });

  it('select by namespace across all namespaces', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const path = `/apis/${scene.group}/v1/widgets?fieldSelector=metadata.namespace=${scene.namespace}`;
    expect((await scene.get(path)).object.items).toHaveLength(1);
  });

  it('select by a selectableField of the CRD', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red' } });
    await scene.create('widgets', { metadata: { name: 'b' }, spec: { color: 'green' } });
    const { items } = (await scene.get(`${scene.path('widgets')}?fieldSelector=spec.color=green`)).object;
    expect(items.map((item) => item.metadata.name)).toEqual(['b']);
  });

  it('select by a value with escaped characters', async (scene) => {
    await scene.create('secrets', { metadata: { name: 'a' }, type: 'red,\\=' });
    await scene.create('secrets', { metadata: { name: 'b' }, type: 'red' });
    const selector = encodeURIComponent('metadata.name!=c,type=red\\,\\\\\\=');
    const { items } = (await scene.get(`${scene.path('secrets')}?fieldSelector=${selector}`)).object;
    expect(items.map((item) => item.metadata.name)).toEqual(['a']);
  });

  for (const [selector, message] of [
    ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
    ['metadata.name=\\a', 'invalid field selector: invalid escape sequence: \\a'],
    ['metadata.name=a\\', 'invalid field selector: invalid escape sequence: \\'],
  ] as const) {
    it(`of fields are rejected if they do not parse: ${selector}`, async (scene) => {
      const answer = await scene.get(
        `${scene.path('widgets')}?fieldSelector=${encodeURIComponent(selector)}`,
      );
      expectRefusal(answer, { code: 400, reason: 'BadRequest', message });
    });
  }

  it('of fields are rejected for an unsupported field of a built-in kind', async (scene) => {
    expectRefusal(await scene.get(`${scene.path('configmaps')}?fieldSelector=data.key%3D1`), {
      code: 400,
      reason: 'BadRequest',
      message: '"data.key" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
  });

  it('of fields are rejected for a field that is not in selectableFields', async (scene) => {
    expectRefusal(await scene.get(`${scene.path('widgets')}?fieldSelector=spec.size%3D1`), {
      code: 400,
      reason: 'BadRequest',
      message: 'field label not supported: spec.size',
    });
  });

  it('select Pods by their node', async (scene) => {
    await scene.create('pods', pod('a', 'one'));
    await scene.create('pods', pod('b', 'two'));
    const { items } = (await scene.get(`${scene.path('pods')}?fieldSelector=spec.nodeName=two`)).object;
    expect(items.map((item) => item.metadata.name)).toEqual(['b']);
  });

  it('read an absent flag as false', async (scene) => {
    await scene.create('pods', pod('a', ''));
    const path = `${scene.path('pods')}?fieldSelector=spec.hostNetwork`;
    expect((await scene.get(`${path}=false`)).object.items).toHaveLength(1);
    expect((await scene.get(`${path}!=false`)).object.items).toHaveLength(0);
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: scene.namespace } };
    await scene.must(201, 'POST', '/api/v1/nodes', node);
    const selector = `metadata.name=${scene.namespace},spec.unschedulable`;
    const nodes = async (value: boolean): Promise<number> =>
      (await scene.get(`/api/v1/nodes?fieldSelector=${selector}=${value}`)).object.items.length;
    expect(await nodes(false)).toBe(1);
    expect(await nodes(true)).toBe(0);
    await scene.patch('merge', `/api/v1/nodes/${scene.namespace}`, { spec: { unschedulable: true } });
    expect(await nodes(true)).toBe(1);
    await scene.delete(`/api/v1/nodes/${scene.namespace}`);
  });

  it('read an absent count as zero', async (scene) => {
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } };
    await scene.create('jobs', { metadata: { name: 'a' }, spec: { template } });
    const path = `${scene.path('jobs')}?fieldSelector=status.successful`;
    expect((await scene.get(`${path}=0`)).object.items).toHaveLength(1);
    await scene.patch('merge', scene.path('jobs', 'a', 'status'), { status: { succeeded: 2 } });
    expect((await scene.get(`${path}=2`)).object.items).toHaveLength(1);
  });

  it('select Secrets by their type', async (scene) => {
    await scene.create('secrets', { metadata: { name: 'a' } });
    await scene.create('secrets', { metadata: { name: 'b' }, type: 'example.com/own' });
    const { items } = (await scene.get(`${scene.path('secrets')}?fieldSelector=type=example.com/own`)).object;
    expect(items.map((item) => item.metadata.name)).toEqual(['b']);
  });
});

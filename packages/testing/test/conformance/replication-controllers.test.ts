import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';

const labels = { tier: 'web', app: 'a' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };

const create = (scene: Scene, spec: object = {}) =>
  scene.create('replicationcontrollers', { metadata: { name: 'a' }, spec: { template, ...spec } });

conformance('ReplicationControllers', (it) => {
  it('get their labels, their selector and one replica by default', async (scene) => {
    const { metadata, spec } = await create(scene);
    expect(metadata.labels).toEqual(labels);
    expect(metadata.generation).toBe(1);
    expect(spec).toMatchObject({ replicas: 1, selector: labels });
    expect(spec).toMatchObject({ template: { spec: { restartPolicy: 'Always' } } });
  });

  it('count their generations', async (scene) => {
    await create(scene);
    const path = scene.path('replicationcontrollers', 'a');
    expect((await scene.patch('merge', path, { spec: { replicas: 2 } })).object.metadata.generation).toBe(2);
    const labeled = await scene.patch('merge', path, { metadata: { labels: { more: 'b' } } });
    expect(labeled.object.metadata.generation).toBe(2);
  });

  it('can change their selector', async (scene) => {
    await create(scene);
    const patch = { spec: { selector: { tier: null } } };
    const answer = await scene.patch('merge', scene.path('replicationcontrollers', 'a'), patch);
    expect(answer.object['spec']).toMatchObject({ selector: { app: 'a' } });
  });

  it('have a scale with their selector', async (scene) => {
    await create(scene);
    const path = scene.path('replicationcontrollers', 'a', 'scale');
    const answer = await scene.patch('merge', path, { spec: { replicas: 3 } });
    expect(answer.object).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 3 },
      status: { replicas: 0, selector: 'app=a,tier=web' },
    });
    expect((await scene.read('replicationcontrollers', 'a'))['spec']).toMatchObject({ replicas: 3 });
  });

  it('need a template that their selector matches', async (scene) => {
    const refused = async (spec: object): Promise<unknown> => {
      const answer = await scene.post('replicationcontrollers', { metadata: { name: 'a' }, spec });
      expect(answer.status).toBe(422);
      const { details } = answer.object as { details?: { causes: { field: string; message: string }[] } };
      return details?.causes.map(({ field, message }) => `${field}: ${message}`);
    };
    expect(await refused({})).toEqual(['spec.selector: Required value', 'spec.template: Required value']);
    expect(await refused({ selector: { app: 'b' }, template, replicas: -1 })).toEqual([
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      expect.stringContaining('spec.template.metadata.labels: Invalid value: {'),
    ]);
    const never = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
    expect(await refused({ template: never })).toEqual([
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ]);
  });

  it('have the columns of ReplicaSets', async (scene) => {
    await create(scene);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const { object } = await scene.get(scene.path('replicationcontrollers'), { accept });
    const columns = ['Name', 'Desired', 'Current', 'Ready', 'Age', 'Containers', 'Images', 'Selector'];
    expect(object).toMatchObject({ columnDefinitions: columns.map((name) => ({ name })) });
    const cells = ['a', 1, 0, 0, expect.any(String), 'c', 'i', 'app=a,tier=web'];
    expect(object).toMatchObject({ rows: [{ cells }] });
  });

  it('orphan their Pods when they are deleted without a propagation policy, as Jobs do', async (scene) => {
    await create(scene);
    const { object } = await scene.delete(scene.path('replicationcontrollers', 'a'));
    expect(object.metadata.finalizers).toEqual(['orphan']);
    const spec = { template: { spec: { ...template.spec, restartPolicy: 'Never' } }, suspend: true };
    await scene.create('jobs', { metadata: { name: 'a' }, spec });
    expect((await scene.delete(scene.path('jobs', 'a'))).object.metadata.finalizers).toEqual(['orphan']);
  });
});

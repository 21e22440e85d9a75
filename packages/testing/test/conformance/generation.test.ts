import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';

const workload = {
  selector: { matchLabels: { app: 'a' } },
  template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
};

conformance('generation', (it) => {
  it('is 1 for a new custom resource', async (scene) => {
    expect((await scene.create('widgets', { metadata: { name: 'a' } })).metadata.generation).toBe(1);
  });

  it('is 1 for a new Deployment', async (scene) => {
    const deployment = await scene.create('deployments', { metadata: { name: 'a' }, spec: workload });
    expect(deployment.metadata.generation).toBe(1);
  });

  it('is absent from a ConfigMap, a Secret and a Service', async (scene) => {
    const made = [
      await scene.create('configmaps', { metadata: { name: 'a' } }),
      await scene.create('secrets', { metadata: { name: 'a' } }),
      await scene.create('services', { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } }),
    ];
    for (const { metadata } of made) expect(metadata).not.toHaveProperty('generation');
  });

  it('increases with a change of the spec', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const after = (await scene.put(scene.path('widgets', 'a'), { ...before, spec: { size: 2 } })).object;
    expect(after.metadata.generation).toBe(2);
  });

  it('does not change with a label', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const patch = { metadata: { labels: { app: 'a' } } };
    expect((await scene.patch('merge', scene.path('widgets', 'a'), patch)).object.metadata.generation).toBe(
      1,
    );
  });

  it('does not change with the status', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a', 'status'), {
      status: { phase: 'Ready' },
    });
    expect(answer.object).toMatchObject({ metadata: { generation: 1 }, status: { phase: 'Ready' } });
  });

  it('cannot be set by the client', async (scene) => {
    const before = await scene.create('widgets', { metadata: { name: 'a', generation: 5 } });
    expect(before.metadata.generation).toBe(1);
    const metadata = { ...before.metadata, generation: 9, labels: { app: 'a' } };
    const after = (await scene.put(scene.path('widgets', 'a'), { ...before, metadata })).object;
    expect(after.metadata.generation).toBe(1);
  });

  it('of a Deployment changes only with its spec', async (scene) => {
    await scene.create('deployments', { metadata: { name: 'a' }, spec: workload });
    const path = scene.path('deployments', 'a');
    expect((await scene.patch('merge', path, { spec: { replicas: 2 } })).object.metadata.generation).toBe(2);
    const labelled = await scene.patch('merge', path, { metadata: { labels: { app: 'a' } } });
    expect(labelled.object.metadata.generation).toBe(2);
  });

  it('increases when deletion starts', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    const { metadata } = (await scene.delete(scene.path('widgets', 'a'))).object;
    expect(metadata.generation).toBe(2);
  });

  it('of the template of a DaemonSet is an annotation that clients cannot change', async (scene) => {
    const annotation = 'deprecated.daemonset.template.generation';
    const metadata = { name: 'a', annotations: { own: 'a' } };
    const made = await scene.create('daemonsets', { metadata, spec: workload });
    expect(made.metadata.annotations).toEqual({ own: 'a', [annotation]: '1' });
    const path = scene.path('daemonsets', 'a');
    const patched = async (patch: object): Promise<unknown> =>
      (await scene.patch('merge', path, patch)).object.metadata.annotations?.[annotation];
    expect(await patched({ metadata: { annotations: { [annotation]: '7' } } })).toBe('1');
    expect(await patched({ metadata: { annotations: null } })).toBe('1');
    expect(await patched({ spec: { minReadySeconds: 5 } })).toBe('1');
    expect(await patched({ spec: { template: { metadata: { labels: { more: 'b' } } } } })).toBe('2');
  });
});

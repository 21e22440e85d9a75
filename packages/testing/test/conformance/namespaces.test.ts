import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';

conformance('updates of namespaces', (it) => {
  it('change the finalizers in the spec of a namespace only through the subresource', async (scene) => {
    const path = `/api/v1/namespaces/${scene.namespace}`;
    const { spec, ...namespace } = await scene.must(200, 'GET', path);
    expect(spec).toEqual({ finalizers: ['kubernetes'] });
    const finalizers = ['kubernetes', 'example.com/hold'];
    const metadata = { ...namespace.metadata, resourceVersion: undefined };
    const held = { ...namespace, metadata, spec: { finalizers } };
    expect((await scene.must(200, 'PUT', path, held)).spec).toEqual({ finalizers: ['kubernetes'] });
    const finalized = await scene.must(200, 'PUT', `${path}/finalize`, held);
    expect(finalized.spec).toEqual({ finalizers });
    const none = { ...held, spec: { finalizers: [] } };
    expect((await scene.must(200, 'PUT', `${path}/finalize`, none)).spec).toEqual({});
  });

  it('keep a namespace that is being deleted', async (scene) => {
    const path = `/api/v1/namespaces/${scene.namespace}`;
    await scene.delete(path);
    const labelled = await scene.patch('merge', path, { metadata: { labels: { a: '1' } } });
    expect(labelled.object.status).toMatchObject({ phase: 'Terminating' });
    expect((await scene.get(path)).status).toBe(200);
  });
});

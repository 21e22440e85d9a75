import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';

const containers = [
  { name: 'a', image: 'nginx' },
  { name: 'b', image: 'nginx' },
];

async function refusal(scene: Scene, path: string, headers?: Record<string, string>): Promise<unknown[]> {
  const { status, object } = await scene.get(path, headers);
  return [status, object.reason, object.message];
}

conformance('connections', (it) => {
  it('need a Pod, one of its containers, and a node', async (scene) => {
    const exec = `${scene.path('pods', 'a', 'exec')}?command=ls&stdout=true`;
    expect(await refusal(scene, exec)).toEqual([404, 'NotFound', 'pods "a" not found']);
    await scene.create('pods', { metadata: { name: 'a' }, spec: { containers } });
    expect(await refusal(scene, exec)).toEqual([
      400,
      'BadRequest',
      'a container name must be specified for pod a, choose one of: [a b]',
    ]);
    expect(await refusal(scene, `${exec}&container=c`)).toEqual([
      400,
      'BadRequest',
      'container c is not valid for pod a',
    ]);
    for (const path of [`${exec}&container=a`, `${scene.path('pods', 'a', 'portforward')}?ports=80`])
      expect(await refusal(scene, path)).toEqual([400, 'BadRequest', 'pod a does not have a host assigned']);
  });

  it('need permission to create, even if they start with a GET', async (scene) => {
    const bob = { 'impersonate-user': 'bob' };
    const path = `${scene.path('pods', 'a', 'exec')}?command=ls&stdout=true`;
    const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get'] }];
    await scene.create('roles', { metadata: { name: 'a' }, rules });
    await scene.create('rolebindings', {
      metadata: { name: 'a' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }],
    });
    await expect.poll(() => refusal(scene, path, bob)).toEqual([403, 'Forbidden', 'pods "a" is forbidden: ']);
  });

  it('through the proxy need an object', async (scene) => {
    for (const resource of ['pods', 'services'] as const) {
      const path = `${scene.path(resource, 'a:80', 'proxy')}/healthz`;
      expect(await refusal(scene, path)).toEqual([404, 'NotFound', `${resource} "a" not found`]);
    }
    expect((await scene.get(`${scene.path('pods', 'a', 'status')}/healthz`)).status).toBe(404);
  });
});

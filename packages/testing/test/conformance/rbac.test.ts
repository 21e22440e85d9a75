import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';

const bob = { 'impersonate-user': 'bob' };

/** Polls, because a new rule takes effect only after the server's cache has seen it. */
async function allow(scene: Scene, rule: object): Promise<void> {
  await scene.create('roles', { metadata: { name: 'a' }, rules: [rule] });
  await scene.create('rolebindings', {
    metadata: { name: 'a' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }],
  });
}

conformance('RBAC', (it) => {
  it('names verb, resource, group and namespace in the error', async (scene) => {
    expectRefusal(await scene.get(scene.path('deployments'), bob), {
      code: 403,
      reason: 'Forbidden',
      message:
        'deployments.apps is forbidden: User "bob" cannot list resource "deployments" in API group "apps" ' +
        `in the namespace "${scene.namespace}"`,
      details: { group: 'apps', kind: 'deployments' },
    });
  });

  it('names the object in the error', async (scene) => {
    expectRefusal(await scene.get(scene.path('configmaps', 'a'), bob), {
      code: 403,
      reason: 'Forbidden',
      message:
        'configmaps "a" is forbidden: User "bob" cannot get resource "configmaps" in API group "" ' +
        `in the namespace "${scene.namespace}"`,
      details: { name: 'a', kind: 'configmaps' },
    });
  });

  it('names the subresource in the error', async (scene) => {
    const answer = await scene.get(scene.path('widgets', 'a', 'status'), bob);
    expect(answer.object.message).toBe(
      `widgets.${scene.group} "a" is forbidden: User "bob" cannot get resource "widgets/status" ` +
        `in API group "${scene.group}" in the namespace "${scene.namespace}"`,
    );
  });

  it('names the cluster scope in the error', async (scene) => {
    expectRefusal(await scene.get('/api/v1/configmaps', bob), {
      code: 403,
      reason: 'Forbidden',
      message:
        'configmaps is forbidden: User "bob" cannot list resource "configmaps" in API group "" at the cluster scope',
      details: { kind: 'configmaps' },
    });
  });

  it('counts a Namespace as in itself', async (scene) => {
    const path = `/api/v1/namespaces/${scene.namespace}`;
    expect((await scene.get(path, bob)).object.message).toBe(
      `namespaces "${scene.namespace}" is forbidden: User "bob" cannot get resource "namespaces" in API group "" ` +
        `in the namespace "${scene.namespace}"`,
    );
    await allow(scene, { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] });
    await expect.poll(async () => (await scene.get(path, bob)).status).toBe(200);
    expect((await scene.get('/api/v1/namespaces', bob)).status).toBe(403);
  });

  it('comes before the search for the resource', async (scene) => {
    expect((await scene.get('/api/v1/unicorns', bob)).object.message).toBe(
      'unicorns is forbidden: User "bob" cannot list resource "unicorns" in API group "" at the cluster scope',
    );
    expect((await scene.get('/apis/example.org/v1/unicorns', bob)).status).toBe(403);
    expect((await scene.send('POST', scene.path('configmaps', 'a'), {}, bob)).status).toBe(403);
  });

  it('names the non-resource path in the error', async (scene) => {
    expectRefusal(await scene.get('/metrics', bob), {
      code: 403,
      reason: 'Forbidden',
      message: 'forbidden: User "bob" cannot get path "/metrics"',
      details: {},
    });
  });

  const verbs: [verb: string, ask: (scene: Scene) => Promise<{ object: object }>][] = [
    ['watch', (scene) => scene.get(`${scene.path('configmaps')}?watch=1`, bob)],
    ['create', (scene) => scene.send('POST', scene.path('configmaps'), {}, bob)],
    ['update', (scene) => scene.send('PUT', scene.path('configmaps', 'a'), {}, bob)],
    ['patch', (scene) => scene.send('PATCH', scene.path('configmaps', 'a'), {}, bob)],
    ['delete', (scene) => scene.send('DELETE', scene.path('configmaps', 'a'), undefined, bob)],
    ['deletecollection', (scene) => scene.send('DELETE', scene.path('configmaps'), undefined, bob)],
  ];
  for (const [verb, ask] of verbs) {
    it(`uses the verb ${verb}`, async (scene) => {
      expect((await ask(scene)).object).toMatchObject({
        message: expect.stringContaining(`User "bob" cannot ${verb} resource "configmaps" in API group ""`),
      });
    });
  }

  it('allows what a role allows', async (scene) => {
    await allow(scene, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await expect.poll(async () => (await scene.get(scene.path('configmaps'), bob)).status).toBe(200);
    expect((await scene.get(scene.path('secrets'), bob)).status).toBe(403);
  });

  it('allows a single object that a role names', async (scene) => {
    for (const name of ['a', 'b']) await scene.create('configmaps', { metadata: { name } });
    await allow(scene, { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['get'] });
    await expect.poll(async () => (await scene.get(scene.path('configmaps', 'a'), bob)).status).toBe(200);
    expect((await scene.get(scene.path('configmaps', 'b'), bob)).status).toBe(403);
  });

  it('allows lists and watches of a single object that a role names', async (scene) => {
    for (const name of ['a', 'b']) await scene.create('configmaps', { metadata: { name } });
    const verbs = ['list', 'watch', 'deletecollection'];
    await allow(scene, { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs });
    const list = (query: string) => scene.get(`${scene.path('configmaps')}?${query}`, bob);
    await expect.poll(async () => (await list('fieldSelector=metadata.name%3Da')).status).toBe(200);
    expect((await list('fieldSelector=metadata.name%3D%3Da')).status).toBe(200);
    expect((await list('fieldSelector=metadata.namespace!%3Db,metadata.name%3Da')).status).toBe(200);
    expect((await list('watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Da')).status).toBe(200);
    for (const selector of ['', 'metadata.name!%3Da', 'metadata.namespace%3Da', 'metadata.name%3Da%2Fb'])
      expect((await list(`fieldSelector=${selector}`)).status, selector).toBe(403);
    expectRefusal(await list('fieldSelector=metadata.name%3Db'), {
      code: 403,
      reason: 'Forbidden',
      message:
        'configmaps "b" is forbidden: User "bob" cannot list resource "configmaps" in API group "" ' +
        `in the namespace "${scene.namespace}"`,
      details: { name: 'b', kind: 'configmaps' },
    });
    const deleted = `${scene.path('configmaps')}?fieldSelector=metadata.name%3Da`;
    expect((await scene.send('DELETE', deleted, undefined, bob)).status).toBe(403);
  });

  it('distinguishes a subresource from its resource', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    await allow(scene, { apiGroups: [scene.group], resources: ['widgets/status'], verbs: ['get'] });
    await expect
      .poll(async () => (await scene.get(scene.path('widgets', 'a', 'status'), bob)).status)
      .toBe(200);
    expect((await scene.get(scene.path('widgets', 'a'), bob)).status).toBe(403);
  });
});

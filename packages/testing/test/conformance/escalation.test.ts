import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';

const apiGroup = 'rbac.authorization.k8s.io';
const root = `/apis/${apiGroup}/v1`;

/** The only user of the case. */
function userOf(scene: Scene): Record<string, string> {
  return { 'impersonate-user': `user-of-${scene.namespace}` };
}

/** Allows the user of the case what the rules say, in its namespace, and waits until the server knows. */
async function allow(scene: Scene, ...rules: object[]): Promise<void> {
  const name = 'granted';
  const probe = { apiGroups: [''], resources: ['endpoints'], verbs: ['list'] };
  await scene.create('roles', { metadata: { name }, rules: [...rules, probe] });
  await scene.create('rolebindings', {
    metadata: { name },
    roleRef: { apiGroup, kind: 'Role', name },
    subjects: [{ apiGroup, kind: 'User', name: userOf(scene)['impersonate-user'] }],
  });
  const path = `/api/v1/namespaces/${scene.namespace}/endpoints`;
  await expect.poll(async () => (await scene.get(path, userOf(scene))).status).toBe(200);
}

const manageRbac = {
  apiGroups: [apiGroup],
  resources: ['roles', 'rolebindings'],
  verbs: ['create', 'update', 'patch', 'get'],
};
const readPods = { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list'] };

function create(scene: Scene, plural: 'roles' | 'rolebindings', object: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...userOf(scene) };
  return scene.send('POST', scene.path(plural), scene.typed(plural, object), headers);
}

function refusalOf(
  scene: Scene,
  plural: string,
  lines: readonly string[],
): Parameters<typeof expectRefusal>[1] {
  return {
    code: 403,
    reason: 'Forbidden',
    message:
      `${plural}.${apiGroup} "a" is forbidden: user "${userOf(scene)['impersonate-user']}" ` +
      `(groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}`,
    details: { name: 'a', group: apiGroup, kind: plural },
  };
}

conformance('Escalation', (it) => {
  it('is refused for a role that grants more than the user has', async (scene) => {
    await allow(scene, manageRbac, { ...readPods, verbs: ['get'] });
    const rules = [
      readPods,
      { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['x'], verbs: ['get'] },
    ];
    expectRefusal(
      await create(scene, 'roles', { metadata: { name: 'a' }, rules }),
      refusalOf(scene, 'roles', [
        '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}',
        '{APIGroups:[""], Resources:["pods/log"], Verbs:["list"]}',
        '{APIGroups:["apps"], Resources:["deployments"], ResourceNames:["x"], Verbs:["get"]}',
      ]),
    );
  });

  it('lists the verbs of a resource together', async (scene) => {
    await allow(scene, manageRbac);
    expectRefusal(
      await create(scene, 'roles', { metadata: { name: 'a' }, rules: [readPods] }),
      refusalOf(scene, 'roles', [
        '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
        '{APIGroups:[""], Resources:["pods/log"], Verbs:["get" "list"]}',
      ]),
    );
  });

  it('is no escalation to grant what the user has', async (scene) => {
    await allow(scene, manageRbac, readPods);
    const rules = [{ ...readPods, resources: ['pods'], resourceNames: ['x'] }];
    expect((await create(scene, 'roles', { metadata: { name: 'a' }, rules })).status).toBe(201);
  });

  it('is allowed with the verb escalate', async (scene) => {
    await allow(scene, manageRbac, { apiGroups: [apiGroup], resources: ['roles'], verbs: ['escalate'] });
    expect((await create(scene, 'roles', { metadata: { name: 'a' }, rules: [readPods] })).status).toBe(201);
  });

  it('is refused in an update, but not for its labels if they grant nothing new', async (scene) => {
    await allow(scene, manageRbac, { ...readPods, verbs: ['get'] });
    await scene.create('roles', { metadata: { name: 'a' }, rules: [readPods] });
    const headers = { 'content-type': 'application/merge-patch+json', ...userOf(scene) };
    const patch = (body: object): Promise<Answer> =>
      scene.send('PATCH', scene.path('roles', 'a'), body, headers);
    expect((await patch({ metadata: { labels: { a: 'b' } } })).status).toBe(403);
    expect((await patch({ metadata: { finalizers: ['example.com/a'] } })).status).toBe(200);
    expect((await patch({ metadata: { finalizers: null } })).status).toBe(200);
    expect((await patch({ rules: [{ ...readPods, verbs: ['get'] }] })).status).toBe(200);
  });

  it('is refused for a binding of a role that grants more', async (scene) => {
    await allow(scene, manageRbac);
    await scene.create('roles', {
      metadata: { name: 'strong' },
      rules: [{ ...readPods, resources: ['pods'] }],
    });
    const binding = {
      metadata: { name: 'a' },
      roleRef: { apiGroup, kind: 'Role', name: 'strong' },
      subjects: [{ apiGroup, kind: 'User', name: 'bob' }],
    };
    const answer = await create(scene, 'rolebindings', binding);
    expectRefusal(
      answer,
      refusalOf(scene, 'rolebindings', ['{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}']),
    );
  });

  it('is refused for a binding of a missing role', async (scene) => {
    await allow(scene, manageRbac);
    const roleRef = { apiGroup, kind: 'Role', name: 'missing' };
    expectRefusal(await create(scene, 'rolebindings', { metadata: { name: 'a' }, roleRef }), {
      code: 404,
      reason: 'NotFound',
      message: `rolebindings.${apiGroup} "missing" not found`,
      details: { name: 'missing', group: apiGroup, kind: 'rolebindings' },
    });
  });

  it('is allowed for a binding with the verb bind', async (scene) => {
    const bind = { apiGroups: [apiGroup], resources: ['roles'], verbs: ['bind'], resourceNames: ['strong'] };
    await allow(scene, manageRbac, bind);
    await scene.create('roles', { metadata: { name: 'strong' }, rules: [readPods] });
    const roleRef = { apiGroup, kind: 'Role', name: 'strong' };
    expect((await create(scene, 'rolebindings', { metadata: { name: 'a' }, roleRef })).status).toBe(201);
  });

  it('is possible for administrators', async (scene) => {
    expect(await scene.must(200, 'GET', `${root}/namespaces/${scene.namespace}/roles`)).toMatchObject({
      items: [],
    });
    await scene.create('roles', { metadata: { name: 'a' }, rules: [readPods] });
  });
});

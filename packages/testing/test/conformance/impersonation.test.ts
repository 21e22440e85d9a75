import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';

const self = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const kind = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
const apiGroup = 'rbac.authorization.k8s.io';

/** Sends requests as the ServiceAccount of the case. */
type Send = (headers: Record<string, string | string[]>, path?: string) => Promise<Answer>;

/** Allows a ServiceAccount what the rules say in the whole cluster, and waits until the server knows. */
async function account(scene: Scene, ...rules: object[]): Promise<Send> {
  const { namespace } = scene;
  const subject = { kind: 'ServiceAccount', name: 'robot', namespace };
  await scene.create('serviceaccounts', { metadata: { name: 'robot' } });
  const probe = { nonResourceURLs: [`/${namespace}`], verbs: ['get'] };
  const role = { apiVersion: `${apiGroup}/v1`, kind: 'ClusterRole', metadata: { name: namespace } };
  const roleRef = { apiGroup, kind: 'ClusterRole', name: namespace };
  const root = `/apis/${apiGroup}/v1`;
  await scene.must(201, 'POST', `${root}/clusterroles`, { ...role, rules: [...rules, probe] });
  await scene.must(201, 'POST', `${root}/clusterrolebindings`, {
    ...role,
    kind: 'ClusterRoleBinding',
    roleRef,
    subjects: [subject],
  });
  const token = scene.path('serviceaccounts', 'robot', 'token');
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const { status } = await scene.must(201, 'POST', token, request);
  const authorization = `Bearer ${String(status['token'])}`;
  const send: Send = (headers, path = self) =>
    path === self
      ? scene.send('POST', self, kind, { 'content-type': 'application/json', authorization, ...headers })
      : scene.get(path, { authorization, ...headers });
  await expect.poll(async () => (await send({}, `/${namespace}`)).status).toBe(404);
  return send;
}

function whoami({ object, text }: Answer): unknown {
  const { userInfo } = object.status ?? {};
  return userInfo ?? text;
}

function rule(verb: string, resource: string, names: readonly string[] = [], group = ''): object {
  return {
    apiGroups: [group],
    resources: [resource],
    verbs: [verb],
    ...(names.length > 0 && { resourceNames: names }),
  };
}

conformance('Impersonation', (it) => {
  it('is refused without permission', async (scene) => {
    const send = await account(scene);
    expectRefusal(await send({ 'impersonate-user': 'bob' }, scene.path('configmaps')), {
      code: 403,
      reason: 'Forbidden',
      message:
        `configmaps is forbidden: User "system:serviceaccount:${scene.namespace}:robot" cannot ` +
        `impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "${scene.namespace}"`,
      details: { kind: 'configmaps' },
    });
  });

  it('is allowed with the verb impersonate', async (scene) => {
    const send = await account(scene, rule('impersonate', 'users', ['bob']));
    expect(whoami(await send({ 'impersonate-user': 'bob' }))).toEqual({
      username: 'bob',
      groups: ['system:authenticated'],
    });
    expect((await send({ 'impersonate-user': 'eve' })).status).toBe(403);
  });

  it('needs a permission for each group', async (scene) => {
    const send = await account(scene, rule('impersonate', 'users'), rule('impersonate', 'groups', ['dev']));
    expect(whoami(await send({ 'impersonate-user': 'bob', 'impersonate-group': 'dev' }))).toEqual({
      username: 'bob',
      groups: ['dev', 'system:authenticated'],
    });
    expect((await send({ 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' })).status).toBe(
      403,
    );
  });

  it('sends each group in a separate header, because groups may contain commas', async (scene) => {
    const groups = ['CN=dev,OU=shop', 'ops'];
    const send = await account(scene, rule('impersonate', 'users'), rule('impersonate', 'groups', groups));
    expect(whoami(await send({ 'impersonate-user': 'bob', 'impersonate-group': groups }))).toEqual({
      username: 'bob',
      groups: [...groups, 'system:authenticated'],
    });
  });

  it('needs permissions for the uid and for extra values', async (scene) => {
    const send = await account(
      scene,
      rule('impersonate', 'users'),
      rule('impersonate', 'uids', ['7'], 'authentication.k8s.io'),
      rule('impersonate', 'userextras/scopes', ['view'], 'authentication.k8s.io'),
    );
    const bob = { 'impersonate-user': 'bob' };
    expect(
      whoami(await send({ ...bob, 'impersonate-uid': '7', 'impersonate-extra-scopes': 'view' })),
    ).toEqual({
      username: 'bob',
      uid: '7',
      groups: ['system:authenticated'],
      extra: { scopes: ['view'] },
    });
    expect((await send({ ...bob, 'impersonate-uid': '8' })).status).toBe(403);
    expect((await send({ ...bob, 'impersonate-extra-scopes': 'edit' })).status).toBe(403);
    expect((await send({ ...bob, 'impersonate-extra-others': 'view' })).status).toBe(403);
  });

  it('of a ServiceAccount gives it its groups', async (scene) => {
    const send = await account(scene, rule('impersonate', 'serviceaccounts', ['other']));
    expect(whoami(await send({ 'impersonate-user': 'system:serviceaccount:demo:other' }))).toEqual({
      username: 'system:serviceaccount:demo:other',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:demo', 'system:authenticated'],
    });
  });

  it('can be limited to a verb', async (scene) => {
    const send = await account(
      scene,
      rule('impersonate:user-info', 'users', ['bob'], 'authentication.k8s.io'),
      rule('impersonate-on:user-info:create', 'selfsubjectreviews', [], 'authentication.k8s.io'),
    );
    expect(whoami(await send({ 'impersonate-user': 'bob' }))).toEqual({
      username: 'bob',
      groups: ['system:authenticated'],
    });
    expect((await send({ 'impersonate-user': 'bob' }, scene.path('configmaps'))).object.message).toContain(
      'cannot impersonate-on:user-info:list resource "configmaps"',
    );
  });

  it('of a node gives it the group of nodes', async (scene) => {
    const answer = await scene.send('POST', self, kind, {
      'content-type': 'application/json',
      'impersonate-user': 'system:node:a',
    });
    expect(whoami(answer)).toEqual({
      username: 'system:node:a',
      groups: ['system:nodes', 'system:authenticated'],
    });
  });

  it('of an anonymous user is possible', async (scene) => {
    const answer = await scene.get(scene.path('configmaps'), { 'impersonate-user': 'system:anonymous' });
    expect(answer.object.message).toContain('User "system:anonymous" cannot list resource "configmaps"');
  });

  it('needs a user', async (scene) => {
    expectRefusal(await scene.get(scene.path('configmaps'), { 'impersonate-group': 'dev' }), {
      code: 400,
      reason: 'BadRequest',
      message:
        'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"dev"}, Extra:map[string][]string(nil)} ' +
        'without impersonating a user name',
    });
  });
});

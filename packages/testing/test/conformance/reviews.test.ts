import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';

const bob = { 'impersonate-user': 'bob' };
const audience = 'https://kubernetes.default.svc';

function review(scene: Scene, kind: string, spec: object, headers?: Record<string, string>): Promise<Answer> {
  const group = /Token|SelfSubjectReview/.test(kind) ? 'authentication.k8s.io' : 'authorization.k8s.io';
  const place = kind.startsWith('Local') ? `/namespaces/${scene.namespace}` : '';
  const path = `/apis/${group}/v1${place}/${kind.toLowerCase()}s`;
  return scene.send('POST', path, { apiVersion: `${group}/v1`, kind, spec }, headers);
}

async function statusOf(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, text, object } = await answer;
  expect(status, text).toBe(201);
  return object.status;
}

/** A token of a service account named after the namespace of the case. */
async function tokenOf(scene: Scene, spec: object = {}): Promise<{ token: string; uid: string }> {
  const { metadata } = await scene.create('serviceaccounts', { metadata: { name: 'robot' } });
  const path = scene.path('serviceaccounts', 'robot', 'token');
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
  const { status } = await scene.must(201, 'POST', path, body);
  return { token: status['token'] as string, uid: metadata.uid };
}

const pods = (scene: Scene): object => ({ verb: 'get', resource: 'pods', namespace: scene.namespace });

/** Allows the service account of the case, and bob, to read Pods. */
async function allowPods(scene: Scene): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  await scene.create('roles', { metadata: { name: 'reader' }, rules });
  await scene.create('rolebindings', {
    metadata: { name: 'readers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [
      { kind: 'ServiceAccount', name: 'robot' },
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' },
    ],
  });
}

conformance('reviews', (it) => {
  it('return the user of a token', async (scene) => {
    const { token, uid } = await tokenOf(scene);
    expect(await statusOf(review(scene, 'TokenReview', { token }))).toEqual({
      authenticated: true,
      user: {
        username: `system:serviceaccount:${scene.namespace}:robot`,
        uid,
        groups: [
          'system:serviceaccounts',
          `system:serviceaccounts:${scene.namespace}`,
          'system:authenticated',
        ],
        extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=/)] },
      },
      audiences: [audience],
    });
  });

  it('return the audience of the server for a token without audiences', async (scene) => {
    await scene.create('serviceaccounts', { metadata: { name: 'robot' } });
    const path = scene.path('serviceaccounts', 'robot', 'token');
    for (const spec of [{ audiences: [] }, { audiences: null }]) {
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
      const { spec: issued, status } = await scene.must(201, 'POST', path, body);
      expect(issued['audiences']).toEqual([audience]);
      const reviewed = await statusOf(review(scene, 'TokenReview', { token: status['token'] as string }));
      expect(reviewed).toMatchObject({ authenticated: true, audiences: [audience] });
    }
  });

  it('report an unknown token', async (scene) => {
    const status = await statusOf(review(scene, 'TokenReview', { token: 'nobodys' }));
    expect(status).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it('report a token for another audience', async (scene) => {
    const { token } = await tokenOf(scene, { audiences: ['shop', 'bank'] });
    expect(await statusOf(review(scene, 'TokenReview', { token }))).toEqual({
      user: {},
      error: `[invalid bearer token, token audiences ["shop" "bank"] is invalid for the target audiences ["${audience}"]]`,
    });
    const status = await statusOf(review(scene, 'TokenReview', { token, audiences: ['bank', 'inn'] }));
    expect(status).toMatchObject({ authenticated: true, audiences: ['bank'] });
  });

  it('require a token', async (scene) => {
    expectRefusal(await review(scene, 'TokenReview', {}), {
      code: 400,
      reason: 'BadRequest',
      message: 'token is required for TokenReview in authentication',
    });
  });

  it('contain the spec and the field manager', async (scene) => {
    const { object } = await review(scene, 'TokenReview', { token: 'nobodys' });
    expect(object).toMatchObject({ kind: 'TokenReview', spec: { token: 'nobodys' } });
    expect(Object.keys(object.metadata)).toEqual(['managedFields']);
    const [fields] = object.metadata.managedFields ?? [];
    expect(fields?.fieldsV1).toEqual({ 'f:spec': { 'f:token': {} } });
  });

  it('name the binding that allows the request', async (scene) => {
    await allowPods(scene);
    const by = (subject: string): object => ({
      allowed: true,
      reason: `RBAC: allowed by RoleBinding "readers/${scene.namespace}" of Role "reader" to ${subject}`,
    });
    const answerFor = async (user: string): Promise<unknown> =>
      statusOf(review(scene, 'SubjectAccessReview', { user, resourceAttributes: pods(scene) }));
    await expect.poll(() => answerFor('bob')).toEqual(by('User "bob"'));
    const robot = `system:serviceaccount:${scene.namespace}:robot`;
    expect(await answerFor(robot)).toEqual(by(`ServiceAccount "robot/${scene.namespace}"`));
    expect(await answerFor('eve')).toEqual({ allowed: false });
    const own = review(scene, 'SelfSubjectAccessReview', { resourceAttributes: pods(scene) }, bob);
    expect(await statusOf(own)).toEqual(by('User "bob"'));
  });

  it('give no reason for an administrator', async (scene) => {
    const groups = ['system:masters'];
    const spec = { groups, resourceAttributes: pods(scene) };
    expect(await statusOf(review(scene, 'SubjectAccessReview', spec))).toEqual({ allowed: true });
  });

  it('support non-resource paths', async (scene) => {
    const answerFor = (path: string): Promise<unknown> => {
      const spec = {
        user: 'bob',
        groups: ['system:authenticated'],
        nonResourceAttributes: { path, verb: 'get' },
      };
      return statusOf(review(scene, 'SubjectAccessReview', spec));
    };
    expect(await answerFor('/metrics')).toEqual({ allowed: false });
    expect(await answerFor('/openapi/v3')).toEqual({
      allowed: true,
      reason:
        'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" ' +
        'to Group "system:authenticated"',
    });
  });

  it('name a bound role that does not exist', async (scene) => {
    await scene.create('rolebindings', {
      metadata: { name: 'hollow' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'ghost' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'zoe' }],
    });
    const spec = { user: 'zoe', resourceAttributes: pods(scene) };
    await expect
      .poll(() => statusOf(review(scene, 'SubjectAccessReview', spec)))
      .toEqual({ allowed: false, reason: 'RBAC: role.rbac.authorization.k8s.io "ghost" not found' });
  });

  const wrong: [
    what: string,
    kind: string,
    spec: (scene: Scene) => object,
    field: string,
    message: string,
  ][] = [
    [
      'somebody',
      'SubjectAccessReview',
      (scene) => ({ resourceAttributes: pods(scene) }),
      'spec.user',
      'Invalid value: "": at least one of user or group must be specified',
    ],
    [
      'something',
      'SelfSubjectAccessReview',
      () => ({}),
      'spec.resourceAttributes',
      'Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
    [
      'one thing alone',
      'SubjectAccessReview',
      (scene) => ({
        user: 'bob',
        resourceAttributes: pods(scene),
        nonResourceAttributes: { path: '/metrics', verb: 'get' },
      }),
      'spec.nonResourceAttributes',
      'Invalid value: {"Path":"/metrics","Verb":"get"}: cannot be specified in combination with resourceAttributes',
    ],
    [
      'their own namespace',
      'LocalSubjectAccessReview',
      () => ({ user: 'bob', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'other' } }),
      'spec.resourceAttributes.namespace',
      'Invalid value: "other": must match metadata.namespace',
    ],
    [
      'no paths in a namespace',
      'LocalSubjectAccessReview',
      () => ({ user: 'bob', nonResourceAttributes: { path: '/metrics', verb: 'get' } }),
      'spec.nonResourceAttributes',
      'Invalid value: {"Path":"/metrics","Verb":"get"}: disallowed on this kind of request',
    ],
  ];
  for (const [what, kind, spec, field, message] of wrong) {
    it(`support ${what}`, async (scene) => {
      expectRefusal(await review(scene, kind, spec(scene)), {
        code: 422,
        reason: 'Invalid',
        message: `.authorization.k8s.io "" is invalid: ${field}: ${message}`,
        details: {
          group: 'authorization.k8s.io',
          causes: [{ reason: 'FieldValueInvalid', message, field }],
        },
      });
    });
  }

  it('apply to their own namespace', async (scene) => {
    await allowPods(scene);
    const ask = () =>
      review(scene, 'LocalSubjectAccessReview', { user: 'bob', resourceAttributes: pods(scene) });
    await expect.poll(async () => statusOf(ask())).toMatchObject({ allowed: true });
    expect((await ask()).object.metadata.namespace).toBe(scene.namespace);
  });

  it('return the user of the request', async (scene) => {
    const user = `system:serviceaccount:${scene.namespace}:robot`;
    const answer = await review(scene, 'SelfSubjectReview', {}, { 'impersonate-user': user });
    const groups = [
      'system:serviceaccounts',
      `system:serviceaccounts:${scene.namespace}`,
      'system:authenticated',
    ];
    expect(answer.object.status).toEqual({ userInfo: { username: user, groups } });
    expect(answer.object.metadata.creationTimestamp).toMatch(/Z$/);
  });

  it('return the rules of the user', async (scene) => {
    await allowPods(scene);
    const rules = () =>
      statusOf(review(scene, 'SelfSubjectRulesReview', { namespace: scene.namespace }, bob));
    await expect
      .poll(async () => (await rules())['resourceRules'])
      .toEqual(
        expect.arrayContaining([
          { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
          { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
        ]),
      );
    expect(await rules()).toMatchObject({
      incomplete: false,
      nonResourceRules: expect.arrayContaining([
        { verbs: ['get'], nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'] },
      ]),
    });
    expectRefusal(await review(scene, 'SelfSubjectRulesReview', {}, bob), {
      code: 400,
      reason: 'BadRequest',
      message: 'no namespace on request',
    });
  });
});

conformance('tokens of service accounts', (it) => {
  it('authenticate the service account with its permissions', async (scene) => {
    const { token, uid } = await tokenOf(scene);
    const headers = { authorization: `Bearer ${token}` };
    const { object } = await review(scene, 'SelfSubjectReview', {}, headers);
    const username = `system:serviceaccount:${scene.namespace}:robot`;
    expect(object.status).toMatchObject({ userInfo: { username, uid } });
    expect((await scene.get(scene.path('configmaps'), headers)).status).toBe(403);
    await allowPods(scene);
    await expect.poll(async () => (await scene.get(scene.path('pods', 'a'), headers)).status).toBe(404);
  });

  it('for another audience are rejected', async (scene) => {
    const { token } = await tokenOf(scene, { audiences: ['shop'] });
    const answer = await scene.get(scene.path('pods'), { authorization: `Bearer ${token}` });
    expectRefusal(answer, { code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
  });

  it('contain subject, audience and expiry', async (scene) => {
    const { token, uid } = await tokenOf(scene, { audiences: ['shop'], expirationSeconds: 1200 });
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      aud: ['shop'],
      iss: audience,
      sub: `system:serviceaccount:${scene.namespace}:robot`,
      exp: claims.iat + 1200,
    });
    expect(uid).not.toBe('');
  });

  it('are returned with their spec', async (scene) => {
    const { metadata } = await scene.create('serviceaccounts', { metadata: { name: 'robot' } });
    const { object } = await scene.send('POST', scene.path('serviceaccounts', 'robot', 'token'), {});
    expect(object).toMatchObject({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: { name: 'robot', namespace: scene.namespace, uid: metadata.uid },
      spec: { audiences: [audience], expirationSeconds: 3600, boundObjectRef: null },
      status: { expirationTimestamp: expect.stringMatching(/Z$/) },
    });
  });

  it('need an existing service account, a minimum lifetime and the same name', async (scene) => {
    const ask = (name: string, body: object) =>
      scene.send('POST', scene.path('serviceaccounts', name, 'token'), body);
    expectRefusal(await ask('robot', {}), {
      code: 404,
      reason: 'NotFound',
      message: 'serviceaccounts "robot" not found',
      details: { name: 'robot', kind: 'serviceaccounts' },
    });
    await scene.create('serviceaccounts', { metadata: { name: 'robot' } });
    expect((await ask('robot', { spec: { expirationSeconds: 60 } })).object.message).toBe(
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 60: ' +
        'may not specify a duration less than 10 minutes',
    );
    expect((await ask('robot', { metadata: { name: 'other' } })).object.message).toBe(
      'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "other": ' +
        'must match the service account name if specified',
    );
  });

  it('can be bound to a Pod', async (scene) => {
    await scene.create('serviceaccounts', { metadata: { name: 'robot' } });
    const ask = () => {
      const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'a' };
      return scene.send('POST', scene.path('serviceaccounts', 'robot', 'token'), {
        spec: { boundObjectRef },
      });
    };
    expect((await ask()).object.message).toBe('pods "a" not found');
    const containers = [{ name: 'main', image: 'robot:1' }];
    const pod = { metadata: { name: 'a' }, spec: { serviceAccountName: 'robot', containers } };
    const { metadata } = await scene.create('pods', pod);
    const token = (await ask()).object.status['token'];
    const { user } = await statusOf(review(scene, 'TokenReview', { token }));
    expect(user).toMatchObject({
      extra: {
        'authentication.kubernetes.io/pod-name': ['a'],
        'authentication.kubernetes.io/pod-uid': [metadata.uid],
      },
    });
  });

  it('have no rows', async (scene) => {
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { nonResourceAttributes: { path: '/', verb: 'get' } },
    };
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    expectRefusal(await scene.send('POST', path, review, { accept }), {
      code: 406,
      reason: 'NotAcceptable',
      message:
        'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    });
  });
});

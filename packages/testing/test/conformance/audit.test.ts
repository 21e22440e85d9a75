import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AuditEvent } from '../../src/api-server/audit/audit-event.ts';
import { conformance } from './support/conformance.ts';
import { policyName, withPolicies } from './support/policies.ts';
import type { Scene } from './support/scene.ts';
import { webhookName, withWebhooks } from './support/webhooks.ts';

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request, and returns its events once the response is complete. */
async function eventsOf(
  scene: Scene,
  method: string,
  path: string,
  { body, headers = {} }: Sent = {},
): Promise<AuditEvent[]> {
  const id = randomUUID();
  await scene.send(method, path, body, { ...headers, 'audit-id': id });
  return eventsWith(scene, id);
}

async function eventsWith(scene: Scene, id: string): Promise<AuditEvent[]> {
  const found = (): AuditEvent[] => scene.audit().filter(({ auditID }) => auditID === id);
  await expect.poll(() => found().some(({ stage }) => stage === 'ResponseComplete')).toBe(true);
  return found();
}

/** The only event of a request. */
async function eventOf(scene: Scene, method: string, path: string, sent: Sent = {}): Promise<AuditEvent> {
  const [event, ...others] = await eventsOf(scene, method, path, sent);
  expect(others).toEqual([]);
  return event as AuditEvent;
}

async function annotationsOf(scene: Scene, method: string, path: string, sent: Sent = {}): Promise<object> {
  const { annotations } = await eventOf(scene, method, path, sent);
  const { 'authorization.k8s.io/decision': _, 'authorization.k8s.io/reason': __, ...others } = annotations;
  return others;
}

const bob = { 'impersonate-user': 'bob' };
const allowed = { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' };
const image = 'nginx';

conformance(
  'audit',
  (it) => {
    it('contains who sent what, and the response', async (scene) => {
      const path = `${scene.path('configmaps')}?fieldManager=alice`;
      const body = { metadata: { name: 'a' } };
      const event = await eventOf(scene, 'POST', path, { body, headers: { 'user-agent': 'curl/8' } });
      const { auditID, user, requestReceivedTimestamp, stageTimestamp, ...rest } = event;
      expect(auditID).toMatch(/^[-0-9a-f]{36}$/);
      expect(user.groups).toEqual(['system:masters', 'system:authenticated']);
      for (const time of [requestReceivedTimestamp, stageTimestamp])
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(rest).toEqual({
        kind: 'Event',
        apiVersion: 'audit.k8s.io/v1',
        level: 'Metadata',
        stage: 'ResponseComplete',
        requestURI: path,
        verb: 'create',
        sourceIPs: ['127.0.0.1'],
        userAgent: 'curl/8',
        objectRef: { resource: 'configmaps', namespace: scene.namespace, name: 'a', apiVersion: 'v1' },
        responseStatus: { metadata: {}, code: 201 },
        annotations: allowed,
      });
    });

    it('names the object of every verb', async (scene) => {
      const { namespace } = scene;
      const path = scene.path('deployments');
      const spec = {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image }] } },
      };
      const typed = scene.typed('deployments', { metadata: { name: 'a' }, spec });
      const { metadata } = await scene.create('deployments', { metadata: { name: 'a' }, spec });
      const common = { resource: 'deployments', namespace, apiGroup: 'apps', apiVersion: 'v1' };
      const seen = async (method: string, target: string, sent?: Sent): Promise<unknown> => {
        const { verb, objectRef, responseStatus } = await eventOf(scene, method, target, sent);
        return [verb, objectRef, responseStatus.code];
      };
      expect(await seen('GET', `${path}/a`)).toEqual(['get', { ...common, name: 'a' }, 200]);
      expect(await seen('GET', path)).toEqual(['list', common, 200]);
      expect(await seen('GET', `${path}?fieldSelector=metadata.name%3Da`)).toEqual([
        'list',
        { ...common, name: 'a' },
        200,
      ]);
      const { uid, resourceVersion } = metadata;
      const stored = { ...typed, metadata: { name: 'a', uid, resourceVersion } };
      expect(await seen('PUT', `${path}/a`, { body: stored })).toEqual([
        'update',
        { ...common, name: 'a', uid, resourceVersion },
        200,
      ]);
      const patch = {
        body: { metadata: { labels: { x: 'y' } } },
        headers: { 'content-type': 'application/merge-patch+json' },
      };
      expect(await seen('PATCH', `${path}/a/status`, patch)).toEqual([
        'patch',
        { ...common, name: 'a', subresource: 'status' },
        200,
      ]);
      const generated = { ...typed, metadata: { generateName: 'b-' } };
      expect(await seen('POST', path, { body: generated })).toEqual(['create', expect.anything(), 201]);
      expect(await seen('DELETE', `${path}/a`)).toEqual(['delete', { ...common, name: 'a' }, 200]);
      expect(await seen('DELETE', path)).toEqual(['deletecollection', common, 200]);
      const [, ref] = (await seen('GET', `/api/v1/namespaces/${namespace}`)) as [string, object];
      expect(ref).toEqual({ resource: 'namespaces', namespace, name: namespace, apiVersion: 'v1' });
    });

    it('has no name for an object whose name is generated', async (scene) => {
      const body = scene.typed('configmaps', { metadata: { generateName: 'a-' } });
      const { objectRef } = await eventOf(scene, 'POST', scene.path('configmaps'), { body });
      expect(objectRef).toEqual({ resource: 'configmaps', namespace: scene.namespace, apiVersion: 'v1' });
    });

    it('contains the Status of a response', async (scene) => {
      const missing = await eventOf(scene, 'GET', scene.path('configmaps', 'a'));
      expect(missing.responseStatus).toEqual({
        metadata: {},
        status: 'Failure',
        message: 'configmaps "a" not found',
        reason: 'NotFound',
        details: { name: 'a', kind: 'configmaps' },
        code: 404,
      });
      const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
      const deleted = await eventOf(scene, 'DELETE', scene.path('configmaps', 'a'));
      expect(deleted.responseStatus).toEqual({
        metadata: {},
        status: 'Success',
        details: { name: 'a', kind: 'configmaps', uid: metadata.uid },
        code: 200,
      });
    });

    it('contains the impersonated user and the decision of RBAC', async (scene) => {
      const path = scene.path('configmaps');
      const denied = await eventOf(scene, 'GET', path, { headers: bob });
      expect(denied).toMatchObject({
        user: { groups: ['system:masters', 'system:authenticated'] },
        impersonatedUser: { username: 'bob', groups: ['system:authenticated'] },
        authenticationMetadata: { impersonationConstraint: 'impersonate:user-info' },
        responseStatus: { code: 403, reason: 'Forbidden' },
        annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
      });
      const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
      await scene.create('roles', { metadata: { name: 'reader' }, rules });
      await scene.create('rolebindings', {
        metadata: { name: 'readers' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }],
      });
      await expect.poll(async () => (await scene.get(path, bob)).status).toBe(200);
      expect((await eventOf(scene, 'GET', path, { headers: bob })).annotations).toEqual({
        'authorization.k8s.io/decision': 'allow',
        'authorization.k8s.io/reason': `RBAC: allowed by RoleBinding "readers/${scene.namespace}" of Role "reader" to User "bob"`,
      });
    });

    it('contains paths that are no resources', async (scene) => {
      const { verb, objectRef, requestURI, annotations } = await eventOf(scene, 'GET', '/version');
      expect({ verb, objectRef, requestURI, annotations }).toEqual({
        verb: 'get',
        objectRef: undefined,
        requestURI: '/version',
        annotations: allowed,
      });
    });

    it('contains resources that the server does not serve', async (scene) => {
      const { objectRef, responseStatus, annotations } = await eventOf(scene, 'GET', '/api/v1/unicorns');
      expect(objectRef).toEqual({ resource: 'unicorns', apiVersion: 'v1' });
      expect(responseStatus.code).toBe(404);
      expect(annotations).toEqual(allowed);
      const denied = await eventOf(scene, 'GET', '/api/v1/unicorns', { headers: bob });
      expect(denied.responseStatus.code).toBe(403);
    });

    it('contains a watch when it starts and when it ends', async (scene) => {
      const id = randomUUID();
      const path = `${scene.path('configmaps')}?watch=1&timeoutSeconds=1`;
      const watch = await scene.watch(path, { headers: { 'audit-id': id } });
      expect(await watch.next()).toBeUndefined();
      const events = await eventsWith(scene, id);
      expect(events.map(({ stage, verb, responseStatus }) => [stage, verb, responseStatus])).toEqual([
        ['ResponseStarted', 'watch', { metadata: {}, code: 200 }],
        ['ResponseComplete', 'watch', { metadata: {}, code: 200 }],
      ]);
    });

    it('contains the annotations of a policy', async (scene) => {
      await withPolicies(scene, 'Validating', {
        validations: [{ expression: 'true' }, { expression: "object.metadata.name != 'bad'", message: 'no' }],
        auditAnnotations: [
          { key: 'name', valueExpression: 'string(object.metadata.name)' },
          { key: 'nothing', valueExpression: 'null' },
        ],
        bindings: [{ validationActions: ['Audit', 'Warn'] }],
      });
      const body = scene.typed('configmaps', { metadata: { name: 'bad' } });
      const annotations = await annotationsOf(scene, 'POST', scene.path('configmaps'), { body });
      const failure = {
        message: 'no',
        policy: policyName(scene, 'policy'),
        binding: policyName(scene, 'bound'),
        expressionIndex: 1,
        validationActions: ['Audit', 'Warn'],
      };
      expect(annotations).toEqual({
        [`${policyName(scene, 'policy')}/name`]: 'bad',
        'validation.policy.admission.k8s.io/validation_failure': JSON.stringify([failure]),
      });
    });

    it('contains the annotations of webhooks', async (scene) => {
      const server = await withWebhooks(scene, {
        mutating: [{ id: 'label' }, { id: 'broken', failurePolicy: 'Ignore' }],
        validating: [{ id: 'check' }, { id: 'broken', failurePolicy: 'Ignore' }],
      });
      server.admit('/label', () => ({
        allowed: true,
        patch: [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }],
        auditAnnotations: { team: 'blue', 'not/valid': 'x' },
      }));
      server.admit('/check', () => ({ allowed: true, auditAnnotations: { checked: 'yes' } }));
      server.admit('/broken', () => ({ code: 500, body: 'broken' }));
      const body = scene.typed('configmaps', { metadata: { name: 'a' } });
      const name = (id: string): string => webhookName(scene, id);
      const called = (id: string, mutated: boolean): string =>
        JSON.stringify({ configuration: scene.namespace, webhook: name(id), mutated });
      expect(await annotationsOf(scene, 'POST', scene.path('configmaps'), { body })).toEqual({
        'mutation.webhook.admission.k8s.io/round_0_index_0': called('label', true),
        'mutation.webhook.admission.k8s.io/round_0_index_1': called('broken', false),
        'failed-open.mutation.webhook.admission.k8s.io/round_0_index_1': name('broken'),
        'failed-open.validating.webhook.admission.k8s.io/round_0_index_1': name('broken'),
        [`${name('label')}/team`]: 'blue',
        [`${name('check')}/checked`]: 'yes',
      });
    });

    it('contains violations of Pod Security Standards', async (scene) => {
      const path = scene.path('pods');
      const body = scene.typed('pods', {
        metadata: { name: 'a' },
        spec: { hostNetwork: true, containers: [{ name: 'c', image }] },
      });
      const privileged = { 'pod-security.kubernetes.io/enforce-policy': 'privileged:latest' };
      expect(await annotationsOf(scene, 'POST', `${path}?dryRun=All`, { body })).toEqual(privileged);
      await scene.patch('merge', `/api/v1/namespaces/${scene.namespace}`, {
        metadata: { labels: { 'pod-security.kubernetes.io/audit': 'baseline' } },
      });
      await expect
        .poll(() => annotationsOf(scene, 'POST', `${path}?dryRun=All`, { body }))
        .toEqual({
          ...privileged,
          'pod-security.kubernetes.io/audit-violations':
            'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
        });
    });

    it('contains the ID of a token that the server issues', async (scene) => {
      await scene.create('serviceaccounts', { metadata: { name: 'robot' } });
      const path = scene.path('serviceaccounts', 'robot', 'token');
      expect(await annotationsOf(scene, 'POST', path, { body: {} })).toEqual({
        'authentication.kubernetes.io/issued-credential-id': expect.stringMatching(/^JTI=/),
      });
    });
  },
  { audit: true },
);

import { isAtLeast } from '@opgen/rules/builtin';
import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { AdmissionRequest } from '../support/webhook-server.ts';
import type { Scene } from './support/scene.ts';
import { withWebhooks, writesOf } from './support/webhooks.ts';

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

  it('need permission to create since 1.35, even if they start with a GET', async (scene) => {
    const bob = { 'impersonate-user': 'bob' };
    const path = `${scene.path('pods', 'a', 'exec')}?command=ls&stdout=true`;
    const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get'] }];
    await scene.create('roles', { metadata: { name: 'a' }, rules });
    await scene.create('rolebindings', {
      metadata: { name: 'a' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }],
    });
    const expected = isAtLeast(await scene.minor(), '1.35')
      ? [403, 'Forbidden', 'pods "a" is forbidden: ']
      : [404, 'NotFound', 'pods "a" not found'];
    await expect.poll(() => refusal(scene, path, bob)).toEqual(expected);
  });

  it('ask webhooks, before the object is looked up', async (scene) => {
    const rules = [writesOf('pods/*'), writesOf('services/*')];
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'connections', rules }] });
    const requests: AdmissionRequest[] = [];
    webhooks.admit('/connections', (request) => {
      requests.push(request);
      return { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'no' } };
    });
    const refused = async (path: string): Promise<unknown> => {
      expect(await refusal(scene, path)).toEqual([
        403,
        'Forbidden',
        expect.stringMatching(/denied the request: no$/),
      ]);
      const { kind, subResource, object, ...rest } = requests.at(-1)!;
      expect(rest).toMatchObject({
        name: 'a',
        namespace: scene.namespace,
        operation: 'CONNECT',
        oldObject: null,
        options: null,
      });
      return [kind.kind, subResource, object];
    };
    const apiVersion = 'v1';
    const exec = `${scene.path('pods', 'a', 'exec')}?command=ls&command=-l&stdout=1&stderr=false&tty=&container=b`;
    const command = ['ls', '-l'];
    expect(await refused(exec)).toEqual([
      'PodExecOptions',
      'exec',
      { kind: 'PodExecOptions', apiVersion, stdout: true, tty: true, container: 'b', command },
    ]);
    expect(await refused(`${scene.path('pods', 'a', 'attach')}?stdin=true`)).toEqual([
      'PodAttachOptions',
      'attach',
      { kind: 'PodAttachOptions', apiVersion, stdin: true },
    ]);
    expect(await refused(`${scene.path('pods', 'a', 'portforward')}?ports=80&ports=81`)).toEqual([
      'PodPortForwardOptions',
      'portforward',
      { kind: 'PodPortForwardOptions', apiVersion, ports: [80, 81] },
    ]);
    expect(await refused(`${scene.path('pods', 'a', 'proxy')}/healthz/live?verbose=1`)).toEqual([
      'PodProxyOptions',
      'proxy',
      { kind: 'PodProxyOptions', apiVersion, path: '/healthz/live' },
    ]);
    expect(await refused(scene.path('services', 'a', 'proxy'))).toEqual([
      'ServiceProxyOptions',
      'proxy',
      { kind: 'ServiceProxyOptions', apiVersion },
    ]);
  });

  it('through the proxy need an object', async (scene) => {
    for (const resource of ['pods', 'services'] as const) {
      const path = `${scene.path(resource, 'a:80', 'proxy')}/healthz`;
      expect(await refusal(scene, path)).toEqual([404, 'NotFound', `${resource} "a" not found`]);
    }
    expect((await scene.get(`${scene.path('pods', 'a', 'status')}/healthz`)).status).toBe(404);
  });
});

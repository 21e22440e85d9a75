import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createClient } from '../../src/client/create-client.ts';
import { ForbiddenError } from '../../src/client/errors.ts';
import { SelfSubjectReview } from '../../src/kinds/authentication/v1.ts';
import { ConfigMap, Namespace, ServiceAccount } from '../../src/kinds/core/v1.ts';
import { ClusterRole, ClusterRoleBinding } from '../../src/kinds/rbac/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { kubeConfigTransport } from '../../src/transport/kube-config-transport.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { ScriptedTransport } from './scripted-transport.ts';

const jane = {
  username: 'jane',
  groups: ['dev', 'ops'],
  uid: '7',
  extra: { 'example.com/Scopes': ['view'] },
};
const headers = {
  'impersonate-user': 'jane',
  'impersonate-group': ['dev', 'ops'],
  'impersonate-uid': '7',
  'impersonate-extra-example.com%2fscopes': ['view'],
};
const key = { name: 'settings', namespace: 'shop' };

describe('an impersonating client', () => {
  test('sends the user with every request, and the client it comes from does not', async () => {
    const transport = new ScriptedTransport({}, { body: {} }, { pieces: [] }, {});
    const client = createClient(transport, { userAgent: 'test' });
    const asJane = client.impersonate(jane);
    await asJane.get(ConfigMap, key);
    await asJane.apply(ConfigMap, { metadata: key });
    for await (const event of asJane.watch(ConfigMap)) expect(event).toBeUndefined();
    for (const request of transport.requests) {
      expect(request.headers).toMatchObject({ ...headers, 'user-agent': 'test' });
    }
    await client.get(ConfigMap, key);
    expect(Object.keys(transport.requests[3]?.headers ?? {})).toEqual(['accept', 'user-agent']);
  });

  test('keeps the options of the client, and reports a warning once for all users', async () => {
    const warnings: string[] = [];
    const warning = { headers: { warning: '299 - "old"' } };
    const transport = new ScriptedTransport(warning, warning);
    const client = createClient(transport, {
      fieldManager: 'mine',
      namespace: 'shop',
      onWarning: (text) => warnings.push(text),
    });
    await client.impersonate({ username: 'jane' }).apply(ConfigMap, { metadata: { name: 'a' } });
    await client.impersonate({ username: 'joe' }).apply(ConfigMap, { metadata: { name: 'a' } });
    expect(warnings).toEqual(['old']);
    const [first] = transport.requests;
    expect(first?.path).toContain('/namespaces/shop/configmaps/a?fieldManager=mine');
  });

  test('acts as the last user only', async () => {
    const transport = new ScriptedTransport({});
    await createClient(transport).impersonate(jane).impersonate({ username: 'joe' }).get(ConfigMap, key);
    expect(transport.only.headers).toMatchObject({ 'impersonate-user': 'joe' });
    expect(transport.only.headers).not.toHaveProperty('impersonate-group');
  });

  test('needs a username', () => {
    expect(() => createClient(new ScriptedTransport()).impersonate({ groups: ['dev'] })).toThrow(
      'cannot impersonate a user without a username',
    );
  });
});

describe('on a server', () => {
  let cluster: TestCluster;
  const transports: Transport[] = [];

  beforeEach(async () => {
    cluster = await startTestCluster();
  });
  afterEach(async () => {
    await Promise.all(transports.splice(0).map((transport) => transport.close()));
    await cluster.stop();
  });

  const whoami = async (client = cluster.client): Promise<unknown> => {
    const review = await client.create(SelfSubjectReview, { metadata: {} });
    return review.status?.userInfo;
  };
  const userInfo = {
    username: 'jane',
    groups: ['dev', 'ops', 'system:authenticated'],
    uid: '7',
    extra: { 'example.com/scopes': ['view'] },
  };

  test('the request is that of the user', async () => {
    expect(await whoami(cluster.client.impersonate(jane))).toEqual(userInfo);
  });

  test('the user replaces the one whom the kubeconfig impersonates', async () => {
    const transport = await transportWith({ as: 'root', 'as-groups': ['system:masters'], 'as-uid': '0' });
    const client = createClient(transport);
    expect(await whoami(client)).toMatchObject({ username: 'root', uid: '0' });
    expect(await whoami(client.impersonate({ username: 'jane' }))).toEqual({
      username: 'jane',
      groups: ['system:authenticated'],
    });
  });

  test('it needs a permission of the operator, which the error names, and then has those of the user', async () => {
    const { client } = cluster;
    await client.create(Namespace, { metadata: { name: 'shop' } });
    await client.create(ServiceAccount, { metadata: { name: 'operator', namespace: 'shop' } });
    const operator = createClient(await withToken());
    const reads = (): Promise<unknown> => operator.impersonate(jane).list(ConfigMap, { namespace: 'shop' });

    const refused = await reads().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ForbiddenError);
    expect((refused as ForbiddenError).marker).toBe(
      '// +rbac:groups=core;authentication.k8s.io,resources=users;groups;uids;userextras/example.com/scopes,' +
        'resourceNames=jane;dev;ops;7;view,verbs=impersonate',
    );
    await client.create(ClusterRole, {
      metadata: { name: 'impersonator' },
      rules: [
        {
          apiGroups: ['', 'authentication.k8s.io'],
          resources: ['users', 'groups', 'uids', 'userextras/example.com/scopes'],
          resourceNames: ['jane', 'dev', 'ops', '7', 'view'],
          verbs: ['impersonate'],
        },
      ],
    });
    await client.create(ClusterRoleBinding, {
      metadata: { name: 'impersonator' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'impersonator' },
      subjects: [{ kind: 'ServiceAccount', name: 'operator', namespace: 'shop' }],
    });
    await expect.poll(() => messageOf(reads())).toContain('User "jane" cannot list resource "configmaps"');
    await expect(reads()).rejects.toMatchObject({ marker: undefined });
  });

  test('a manager reads for the user from the API server, not from its cache', async () => {
    const manager = new Manager({ transport: cluster.transport });
    const reading = manager.client.impersonate({ username: 'jane' }).list(ConfigMap);
    await expect(reading).rejects.toThrow('User "jane" cannot list resource "configmaps"');
  });

  /** A transport with a token of the ServiceAccount shop/operator. */
  async function withToken(): Promise<Transport> {
    const operator = cluster.client.subresource(
      ServiceAccount,
      { name: 'operator', namespace: 'shop' },
      'token',
    );
    const { status } = await operator.create({ spec: {} });
    return transportWith({ token: status?.token, 'client-certificate-data': '', 'client-key-data': '' });
  }

  /** A transport with the kubeconfig of the cluster and other settings of the user. */
  async function transportWith(settings: object): Promise<Transport> {
    const config = parse((await cluster.serve()).kubeconfig) as { users: { user: object }[] };
    const users = config.users.map((entry) => ({ ...entry, user: { ...entry.user, ...settings } }));
    const transport = await kubeConfigTransport({ text: JSON.stringify({ ...config, users }) });
    transports.push(transport);
    return transport;
  }
});

async function messageOf(failing: Promise<unknown>): Promise<string> {
  return failing.then(
    () => 'succeeded',
    (error: unknown) => String(error),
  );
}

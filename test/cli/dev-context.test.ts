/** `opgen dev --context` in a cluster that it did not start, and what it leaves behind there. */
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { realServerAvailable, type RealCluster, startCluster, startRealCluster } from '@opgen/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasKubectl } from '../support/deployed.ts';
import { isBuilt } from '../support/built-cli.ts';
import { Development } from '../support/development.ts';
import { temporaryFolder } from '../support/folder.ts';
import { goldenFiles } from '../support/golden.ts';
import { runCli } from '../support/run-cli.ts';

type Cluster = Pick<RealCluster, 'transport' | 'serve' | 'install' | 'stop'>;

const servers: [string, boolean, () => Promise<Cluster>][] = [
  ['the embedded API server', true, () => startCluster()],
  ['a real API server', await realServerAvailable(), () => startRealCluster({ controllers: true })],
];

const admission = '/apis/admissionregistration.k8s.io/v1';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describe.each(servers)('opgen dev --context on %s', (_, isAvailable, start) => {
  describe.skipIf(!isAvailable || !isBuilt || !hasKubectl)('', () => {
    let cluster: Cluster;
    let development: Development | undefined;
    let kubeconfig: string;

    beforeAll(async () => {
      cluster = await start();
      kubeconfig = (await cluster.serve()).kubeconfig;
    });
    afterEach(() => development?.end('SIGKILL'));
    afterAll(() => cluster.stop());

    async function request(
      method: string,
      path: string,
      body?: object,
    ): Promise<{ status: number; body: any }> {
      const response = await cluster.transport.request({
        method,
        path,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: JSON.parse(await response.text()) as unknown };
    }

    const namesAt = async (path: string): Promise<string[]> =>
      ((await request('GET', path)).body.items as { metadata: { name: string } }[]).map(
        ({ metadata }) => metadata.name,
      );

    function develop(project: ConstructorParameters<typeof Development>[0]): Development {
      const created = new Development(project);
      const file = join(temporaryFolder(), 'kubeconfig');
      writeFileSync(file, kubeconfig);
      created.env = { KUBECONFIG: file };
      development = created;
      return created;
    }

    test('runs the operator and its webhooks, and leaves nothing behind but objects and their CRD', async () => {
      const running = develop('postgres-backup').start('--context', 'opgen', '--samples', '--no-page');
      await running.prints(/Kubernetes v.* · context opgen · namespace postgres-backup-system/);
      await running.prints(/applied PostgresBackup default\/shop/);
      await running.prints(/← PostgresBackup added/);

      const backups = '/apis/backup.example.com/v1alpha1/namespaces/default/postgresbackups';
      const { body: sample } = await request('GET', `${backups}/shop`);
      const invalid = { ...sample, spec: { ...sample.spec, schedule: 'never' } };
      const { body: refused } = await request('PUT', `${backups}/shop`, invalid);
      expect(refused.message).toMatch(/^admission webhook .* denied the request: .*schedule/s);

      expect(await running.end('SIGINT')).toBe(0);
      expect(await namesAt(`${admission}/validatingwebhookconfigurations`)).toEqual([]);
      expect(await namesAt(`${admission}/mutatingwebhookconfigurations`)).toEqual([]);
      const roles = await namesAt('/apis/rbac.authorization.k8s.io/v1/clusterroles');
      expect(roles.filter((name) => name.startsWith('postgres-backup'))).toEqual([]);
      await expect
        .poll(async () => (await request('GET', '/api/v1/namespaces/postgres-backup-system')).status)
        .toBe(404);
      const { body: definition } = await request('GET', `${definitions}/postgresbackups.backup.example.com`);
      expect(definition.metadata).not.toHaveProperty('labels');
      expect(definition.metadata.annotations ?? {}).not.toHaveProperty(['dev.opgen.dev/before']);
      expect((await request('GET', `${backups}/shop`)).status).toBe(200);
    });

    test('restores redirected webhooks and conversions at the end, also those of a killed session', async () => {
      const files = goldenFiles('conversion');
      const namespace = 'memcached-operator-system';
      const service = { name: 'memcached-operator-webhook-service', namespace };
      const running = develop(files);
      const name = 'memcacheds.cache.example.com';
      const configuration = 'memcached-operator-validating-webhook-configuration';
      await cluster.install(join(running.root, 'config/crd/bases'));
      const { body: installed } = await request('GET', `${definitions}/${name}`);
      const conversion = {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: { service: { ...service, path: '/convert', port: 443 } },
        },
      };
      await request('PUT', `${definitions}/${name}`, {
        ...installed,
        spec: { ...installed.spec, conversion },
      });
      await cluster.install({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: configuration },
        webhooks: [
          {
            name: 'vmemcached-v1.cache.example.com',
            admissionReviewVersions: ['v1'],
            clientConfig: { service: { ...service, path: '/validate-cache-example-com-v1-memcached' } },
            rules: [
              {
                apiGroups: ['cache.example.com'],
                apiVersions: ['v1'],
                operations: ['CREATE'],
                resources: ['memcacheds'],
              },
            ],
            sideEffects: 'None',
          },
        ],
      });
      const clientConfigs = async (): Promise<any[]> => [
        (await request('GET', `${admission}/validatingwebhookconfigurations/${configuration}`)).body
          .webhooks[0].clientConfig,
        (await request('GET', `${definitions}/${name}`)).body.spec.conversion.webhook.clientConfig,
      ];
      const before = await clientConfigs();

      running.start('--context', 'opgen', '--no-page');
      await running.prints(/started the operator/);
      const local = {
        url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\//),
        caBundle: expect.any(String),
      };
      expect(await clientConfigs()).toEqual([local, local]);
      const { body: refused } = await request(
        'POST',
        '/apis/apps/v1/namespaces/default/deployments?dryRun=All',
        {},
      );
      expect(refused.kind).toBe('Status');

      await running.end('SIGKILL');
      expect(await clientConfigs()).toEqual([local, local]);
      const kubectl = `env KUBECONFIG=${running.env['KUBECONFIG']} kubectl`;
      const doctor = await runCli(running.root, ['doctor', '--context', 'opgen', '--kubectl', kubectl], {
        now: () => new Date(Date.now() + 60_000),
      });
      expect(doctor.exitCode).toBe(3);
      expect(doctor.stdout).toMatch(
        new RegExp(
          `problem {2}dev {7}opgen dev --context was killed on ${hostname()} and has left \\d+ objects changed: ValidatingWebhookConfiguration ${configuration}, CustomResourceDefinition ${name}, .* more\\n` +
            '  hint: restore them: run opgen dev --context opgen in this project, and quit it',
        ),
      );
      running.start('--context', 'opgen', '--no-page', '--samples');
      await running.prints(/applied Memcached default\/memcached-sample/);
      const path = '/apis/cache.example.com/v1alpha1/namespaces/default/memcacheds/memcached-sample';
      expect((await request('GET', path)).body).toMatchObject({
        apiVersion: 'cache.example.com/v1alpha1',
        spec: { replicas: 1 },
      });
      expect(await running.end('SIGINT')).toBe(0);
      expect(await clientConfigs()).toEqual(before);
    });

    test('refuses to run beside a deployed operator, or a second time', async () => {
      const running = develop('first-operator');
      const namespace = 'first-operator-system';
      const labels = { app: 'demo' };
      const deployment = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'first-operator-controller-manager', namespace },
        spec: {
          replicas: 1,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: { containers: [{ name: 'manager', image: 'controller' }] },
          },
        },
      };
      await cluster.install([
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
        deployment,
      ]);
      running.start('--context', 'opgen', '--no-page');
      await running.prints(/error OPG4040 Deployment .* runs the operator\n +hint: scale it down/);

      await cluster.install({ ...deployment, spec: { ...deployment.spec, replicas: 0 } });
      running.start('--context', 'opgen', '--no-page');
      await running.prints(/started the operator/);
      const second = new Development('first-operator');
      second.env = running.env;
      second.start('--context', 'opgen', '--no-page');
      await second.prints(/error OPG4040 opgen-dev_.* holds the Lease first-operator-system\//);
      expect((await request('GET', `/api/v1/namespaces/${namespace}`)).status).toBe(200);
      expect(await running.end('SIGINT')).toBe(0);
      // The namespace was there before.
      expect((await request('GET', `/api/v1/namespaces/${namespace}`)).body.status.phase).toBe('Active');
    });
  });
});

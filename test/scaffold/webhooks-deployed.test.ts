/** Projects with webhooks, applied like `make deploy` does, whose operators run with the resulting permissions. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, managedCertificates, Manager } from '@opgen/runtime';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@opgen/runtime/kinds/admissionregistration/v1';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { Secret } from '@opgen/runtime/kinds/core/v1';
import {
  type OwnRealCluster,
  realServerAvailable,
  startCluster,
  startRealCluster,
  type TestCluster,
} from '@opgen/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { deleteAll } from '../../packages/testing/src/envtest/delete-all.ts';
import { goldenWorkspace } from '../support/golden.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const projects = goldenWorkspace(['webhooks', 'conversion', 'core-webhook']);
afterAll(() => rmSync(projects, { recursive: true, force: true }));

function manifestsOf(scenario: string, overlay = 'config/default'): object[] {
  const folder = join(projects, scenario, overlay);
  const { stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(stdout).map((document) => document.toJS() as object);
}

/** A logger that collects warnings and errors. */
function warningLogger(warnings: string[]): Logger {
  const hear = (message: string, fields?: object): void =>
    void warnings.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug() {}, info() {}, warn: hear, error: hear, child: () => log };
  return log;
}

let realCluster: Promise<OwnRealCluster> | undefined;
afterAll(async () => (await realCluster)?.stop());

/** A real API server takes seconds to start, so that all tests share one and leave it empty. */
async function emptyRealCluster(): Promise<TestCluster> {
  realCluster ??= startRealCluster();
  const cluster = await realCluster;
  return { ...cluster, [Symbol.asyncDispose]: () => deleteAll(cluster.transport, new Set()) };
}

// golden-on-real-server.test.ts applies the manifests of all projects to a real API server.
test.skipIf(!hasKubectl).each(['webhooks', 'conversion', 'core-webhook'])(
  'all manifests of %s are applied to the embedded API server',
  async (scenario) => {
    await using cluster = await startCluster();
    await expect(cluster.install(manifestsOf(scenario))).resolves.toBeUndefined();
  },
);

const servers = [
  ['the embedded API server', true, startCluster],
  ['a real API server', await realServerAvailable(), emptyRealCluster],
] as const;

describe.skipIf(!hasKubectl).each(servers)('on %s', (_, isAvailable, start) => {
  test.skipIf(!isAvailable)('make install changes no conversion of a deployed operator', async () => {
    await using cluster = await start();
    const { client } = cluster;
    const name = 'memcacheds.cache.example.com';
    // The field managers of the Makefile.
    const apply = async (manifests: readonly object[], fieldManager: string): Promise<void> => {
      const crd = manifests.find((each) => (each as { kind: string }).kind === 'CustomResourceDefinition');
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
      const response = await cluster.transport.request({
        method: 'PATCH',
        path: `${path}?fieldManager=${fieldManager}&force=true`,
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: JSON.stringify(crd),
      });
      expect(response.status, await response.text()).toBeLessThan(300);
    };
    const conversion = async (): Promise<unknown> =>
      (await client.get(CustomResourceDefinition, { name })).spec.conversion;

    await apply(manifestsOf('conversion', 'config/crd'), 'memcached-operator-install');
    expect(await conversion()).toEqual({ strategy: 'None' });
    await apply(manifestsOf('conversion'), 'memcached-operator-deploy');
    const service = { namespace: 'memcached-operator-system', name: 'memcached-operator-webhook-service' };
    const deployed = { strategy: 'Webhook', webhook: { clientConfig: { service } } };
    expect(await conversion()).toMatchObject(deployed);
    await apply(manifestsOf('conversion', 'config/crd'), 'memcached-operator-install');
    expect(await conversion()).toMatchObject(deployed);
  });

  test.skipIf(!isAvailable).each(['webhooks', 'conversion'])(
    '%s has permission to inject its own CA',
    async (scenario) => {
      const { setupWebhooks } = (await import(join(projects, scenario, 'src/webhooks/webhooks.ts'))) as {
        setupWebhooks: (manager: Manager) => void;
      };
      const [name, namespace] = ['memcached-operator', 'memcached-operator-system'];
      await using cluster = await start();
      await cluster.install(manifestsOf(scenario));
      const transport = cluster.transportFor({
        name: `system:serviceaccount:${namespace}:${name}-controller-manager`,
        groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
      });
      const warnings: string[] = [];
      const manager = new Manager({
        transport,
        log: warningLogger(warnings),
        webhooks: { bindAddress: '127.0.0.1:0' },
        certificates: managedCertificates({ name, namespace }),
      });
      setupWebhooks(manager);
      const ending = new AbortController();
      const stopped = manager.start(ending.signal);
      await manager.ready;

      const { client } = cluster;
      const { data } = await client.get(Secret, { name: `${name}-certificates`, namespace });
      const bundles = async (): Promise<(string | undefined)[]> => {
        const mutating = await client.find(MutatingWebhookConfiguration, {
          name: `${name}-mutating-webhook-configuration`,
        });
        const validating = await client.find(ValidatingWebhookConfiguration, {
          name: `${name}-validating-webhook-configuration`,
        });
        const crd = await client.get(CustomResourceDefinition, { name: 'memcacheds.cache.example.com' });
        const { conversion } = crd.spec;
        return [
          ...[...(mutating?.webhooks ?? []), ...(validating?.webhooks ?? [])].map(
            ({ clientConfig }) => clientConfig.caBundle,
          ),
          ...(conversion?.webhook === undefined ? [] : [conversion.webhook.clientConfig?.caBundle]),
        ];
      };
      await expect.poll(async () => new Set(await bundles())).toEqual(new Set([data?.['ca.crt']]));
      expect(warnings).toEqual([]);

      ending.abort();
      await stopped;
    },
  );
});

/** The roles that `opgen init` writes are sufficient for the manager, which runs here as its own service account. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { createClient, managedCertificates, Manager, type Logger } from '@opgen/runtime';
import { SelfSubjectAccessReview } from '@opgen/runtime/kinds/authorization/v1';
import { Lease } from '@opgen/runtime/kinds/coordination/v1';
import { Secret } from '@opgen/runtime/kinds/core/v1';
import { startCluster } from '@opgen/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { goldenWorkspace } from '../support/golden.ts';
import type { Memcached } from '../golden/single-api/project/src/api/cache/v1alpha1/memcached.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const projects = goldenWorkspace(['single-api', 'namespaced-pnpm']);
afterAll(() => rmSync(projects, { recursive: true, force: true }));

interface Scenario {
  scenario: string;
  name: string;
  kind: string;
  type: string;
  controller: string;
  options: { namespaces?: string[] };
}

/** Everything that `make deploy` would apply. */
function manifestsOf(scenario: string): object[] {
  const folder = join(projects, scenario, 'config/default');
  const { stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(stdout).map((document) => document.toJS() as object);
}

/** A logger that collects warnings and errors. */
class Complaints implements Logger {
  readonly heard: string[] = [];
  debug(): void {}
  info(): void {}
  warn(message: string, fields?: object): void {
    this.heard.push(`${message} ${JSON.stringify(fields)} ${String((fields as { error?: unknown })?.error)}`);
  }
  error(message: string, fields?: object): void {
    this.warn(message, fields);
  }
  child(): Logger {
    return this;
  }
}

/** The response of the metrics server to an anonymous client, over verified TLS. */
function metricsStatus(port: number, ca: string, servername: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/metrics', ca, servername }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe.skipIf(!hasKubectl)('a deployed operator has the permissions that it needs', () => {
  test.each<Scenario>([
    {
      scenario: 'single-api',
      name: 'memcached-operator',
      kind: 'Memcached',
      type: 'cache/v1alpha1/memcached',
      controller: 'cache/memcached',
      options: {},
    },
    {
      scenario: 'namespaced-pnpm',
      name: 'nursery',
      kind: 'Tree',
      type: 'fruit/v1/tree',
      controller: 'fruit/tree',
      options: { namespaces: ['nursery-system'] },
    },
  ])('$scenario', async ({ scenario, name, options, ...paths }) => {
    const source = join(projects, scenario, 'src');
    const types = (await import(`${source}/api/${paths.type}.ts`)) as Record<string, typeof Memcached>;
    const controllers = (await import(`${source}/controllers/${paths.controller}.controller.ts`)) as Record<
      string,
      (manager: Manager) => void
    >;
    const kind = types[paths.kind] as typeof Memcached;
    const setup = controllers[`setup${paths.kind}Controller`] as (manager: Manager) => void;
    const namespace = `${name}-system`;
    await using cluster = await startCluster();
    await cluster.install(manifestsOf(scenario));
    const transport = cluster.transportFor({
      name: `system:serviceaccount:${namespace}:${name}-controller-manager`,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    });
    const log = new Complaints();
    const manager = new Manager({
      transport,
      log,
      leaderElection: { enabled: true, id: `${name}-leader`, namespace },
      metrics: { bindAddress: '127.0.0.1:0' },
      certificates: managedCertificates({ name, namespace }),
      ...options,
    });
    setup(manager);
    const stop = new AbortController();
    const stopped = manager.start(stop.signal);
    await manager.ready;

    const object = { metadata: { name: 'sample', namespace }, spec: {} };
    await cluster.client.create(kind, object as never);
    await expect
      .poll(async () => (await cluster.client.get(kind, object.metadata)).status)
      .toMatchObject({ conditions: [{ type: 'Ready', status: 'True' }] });
    expect(await cluster.client.find(Lease, { name: `${name}-leader`, namespace })).toBeDefined();
    const secret = await cluster.client.get(Secret, { name: `${name}-certificates`, namespace });
    const ca = Buffer.from(secret.data?.['ca.crt'] ?? '', 'base64').toString();
    expect(
      await metricsStatus(manager.metricsPort ?? 0, ca, `${name}-metrics-service.${namespace}.svc`),
    ).toBe(401);
    expect(log.heard).toEqual([]);

    // The metrics server uses these APIs to authenticate and authorize its clients.
    const asManager = createClient(transport);
    for (const [group, resource] of [
      ['authentication.k8s.io', 'tokenreviews'],
      ['authorization.k8s.io', 'subjectaccessreviews'],
    ] as const) {
      const spec = { resourceAttributes: { group, resource, verb: 'create' } };
      const { status } = await asManager.create(SelfSubjectAccessReview, { metadata: {}, spec });
      expect(status, resource).toMatchObject({ allowed: true });
    }

    stop.abort();
    await stopped;
  });
});

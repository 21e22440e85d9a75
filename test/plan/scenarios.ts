import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dynamicKind, mergePatch } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Secret } from '@opgen/runtime/kinds/core/v1';
import type { TestCluster } from '@opgen/testing';
import { bundleExample, type Example } from './example.ts';
import { runFor } from './real-run.ts';

/** An operator, and the cluster in which its new version is planned. */
export interface Scenario {
  readonly name: string;
  /** Returns the new version, after the old one has run in the cluster and objects have changed. */
  prepare(cluster: TestCluster): Promise<Example>;
  /** What the plan has to contain: `update Deployment default/shop`. */
  readonly changes: readonly string[];
}

const namespace = 'default';
const key = (name: string): { name: string; namespace: string } => ({ name, namespace });

const Tenant = dynamicKind({
  apiVersion: 'test.example.com/v1',
  kind: 'Tenant',
  plural: 'tenants',
  scope: 'Cluster',
});
const Application = dynamicKind({
  apiVersion: 'demo.paas.example.com/v1alpha1',
  kind: 'DemoApplication',
  plural: 'demoapplications',
  scope: 'Namespaced',
});
const Backup = dynamicKind({
  apiVersion: 'backup.example.com/v1alpha1',
  kind: 'PostgresBackup',
  plural: 'postgresbackups',
  scope: 'Namespaced',
});

const application = (name: string): object => ({
  apiVersion: 'demo.paas.example.com/v1alpha1',
  kind: 'DemoApplication',
  metadata: key(name),
  spec: {
    image: 'registry.example/app:1',
    replica: 1,
    ports: [{ name: 'http', port: 80, targetPort: 8080 }],
  },
});

const firstOperator: Scenario = {
  name: 'first-operator',
  async prepare(cluster) {
    const old = await bundleExample('first-operator');
    await cluster.install([
      join(old.root, 'config/crd'),
      application('plan-kept'),
      application('plan-scaled'),
    ]);
    await runFor(old, cluster);
    await cluster.client.patch(Application, key('plan-scaled'), mergePatch({ spec: { replica: 3 } }));
    await cluster.install(application('plan-new'));
    await cluster.client.patch(Deployment, key('plan-kept'), mergePatch({ spec: { replicas: 7 } }));
    return old;
  },
  changes: [
    'update DemoApplication default/plan-new',
    'update DemoApplication default/plan-scaled',
    'update Deployment default/plan-kept',
    'create Deployment default/plan-new',
    'update Deployment default/plan-scaled',
    'create Service default/plan-new',
  ],
};

export const tenants = {
  root: fileURLToPath(new URL('tenants', import.meta.url)),
  newVersion: (text: string): string => text.replace("checked: 'yes'", "checked: 'twice'"),
};

const tenant = (name: string): object => ({
  apiVersion: 'test.example.com/v1',
  kind: 'Tenant',
  metadata: { name },
  spec: { version: 'v1' },
});

const tenantOperator: Scenario = {
  name: 'tenants',
  async prepare(cluster) {
    const { root, newVersion } = tenants;
    const old = await bundleExample('tenants', { root });
    await cluster.install(join(root, 'config/crd/bases'));
    await cluster.install([tenant('plan-kept'), tenant('plan-changed'), tenant('plan-deleted')]);
    await runFor(old, cluster);
    await cluster.client.patch(Tenant, { name: 'plan-changed' }, mergePatch({ spec: { version: 'v2' } }));
    await cluster.client.delete(Tenant, { name: 'plan-deleted' });
    await cluster.install(tenant('plan-new'));
    return bundleExample('tenants', { root, edit: newVersion });
  },
  changes: [
    'delete ConfigMap plan-changed/settings-v1',
    'create ConfigMap plan-changed/settings-v2',
    'delete ConfigMap plan-deleted/settings-v1',
    'create ConfigMap plan-new/settings-v1',
    'delete Namespace plan-deleted',
    'create Namespace plan-new',
    'update Secret plan-changed/access',
    'delete Secret plan-deleted/access',
    'create Secret plan-new/access',
    'update Tenant plan-changed',
    'delete Tenant plan-deleted',
    'update Tenant plan-kept',
    'update Tenant plan-new',
  ],
};

const postgresBackup: Scenario = {
  name: 'postgres-backup',
  async prepare(cluster) {
    const example = await bundleExample('postgres-backup');
    await cluster.install(join(example.root, 'config/crd'));
    await cluster.client.create(Secret, {
      metadata: key('plan-database'),
      stringData: { uri: 'postgres://' },
    });
    const backup = (name: string, connectionSecret: string): Promise<unknown> =>
      cluster.client.create(Backup, {
        metadata: key(name),
        // Due once a year: no run of the test sees two different times.
        spec: { schedule: '0 0 1 1 *', connectionSecret, volumeClaim: 'backups', keep: 1 },
      });
    await backup('plan-due', 'plan-database');
    await backup('plan-without-secret', 'missing');
    const due = await cluster.client.get(Backup, key('plan-due'));
    await cluster.client.updateStatus(Backup, {
      ...due,
      status: { lastScheduleTime: '2020-01-01T00:00:00Z' },
    });
    await cluster.client.create(ConfigMap, { metadata: key('plan-unrelated') });
    return example;
  },
  changes: [
    // Named after the scheduled time, in minutes.
    `create Job default/plan-due-${Date.UTC(new Date().getUTCFullYear(), 0, 1) / 60_000}`,
    'update PostgresBackup default/plan-due',
    'update PostgresBackup default/plan-without-secret',
  ],
};

export const scenarios: readonly Scenario[] = [firstOperator, postgresBackup, tenantOperator];

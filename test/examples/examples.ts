import { fileURLToPath } from 'node:url';
import { edited } from '../path/walk.ts';

/** A project in `examples`: what `opgen` created, and what was edited by hand. */
export interface Example {
  readonly name: string;
  /** The commands that create the project, without `opgen`. */
  readonly commands: readonly string[];
  /** The files that a developer edited or added. Everything else is as the commands wrote it. */
  readonly edited: readonly string[];
}

export const examples: readonly Example[] = [
  {
    name: 'demo-application',
    commands: [
      'init --domain paas.example.com --project-name demo-application --no-install --no-git',
      'create api --group demo --version v1 --kind DemoApplication --short-name demo',
      'create api --group demo --version v1beta1 --kind DemoApplication --short-name demo --no-controller',
      'create webhook --group demo --version v1 --kind DemoApplication --conversion --spoke v1beta1',
    ],
    edited: [
      'README.md',
      'config/samples/demo_v1_demoapplication.yaml',
      'config/samples/demo_v1beta1_demoapplication.yaml',
      'src/api/demo/v1/demo-application.ts',
      'src/api/demo/v1beta1/demo-application.ts',
      'src/controllers/demo/demo-application.controller.ts',
      'src/webhooks/demo/demo-application.conversion.ts',
      'test/controllers/demo/demo-application.controller.test.ts',
    ],
  },
  {
    name: 'etcd-cluster',
    commands: [
      'init --domain example.com --project-name etcd-cluster --no-install --no-git',
      'create api --group etcd --version v1alpha1 --kind EtcdCluster --short-name etcd',
      'create api --group etcd --version v1alpha1 --kind EtcdBackup --short-name etcdbackup',
      'create api --group etcd --version v1alpha1 --kind EtcdRestore --short-name etcdrestore',
    ],
    edited: [
      'README.md',
      'config/samples/etcd_v1alpha1_etcdbackup.yaml',
      'config/samples/etcd_v1alpha1_etcdcluster.yaml',
      'config/samples/etcd_v1alpha1_etcdrestore.yaml',
      'src/api/etcd/v1alpha1/etcd-backup.ts',
      'src/api/etcd/v1alpha1/etcd-cluster.ts',
      'src/api/etcd/v1alpha1/etcd-restore.ts',
      'src/backup/next-run.ts',
      'src/backup/objects.ts',
      'src/cluster/containers.ts',
      'src/cluster/objects.ts',
      'src/cluster/plan.ts',
      'src/cluster/status.ts',
      'src/controllers/etcd/etcd-backup.controller.ts',
      'src/controllers/etcd/etcd-cluster.controller.ts',
      'src/controllers/etcd/etcd-restore.controller.ts',
      'src/etcd/gateway.ts',
      'src/etcd/membership.ts',
      'src/main.ts',
      'test/cluster/plan.test.ts',
      'test/controllers/etcd/crash-points.test.ts',
      'test/controllers/etcd/etcd-backup.controller.test.ts',
      'test/controllers/etcd/etcd-cluster.controller.test.ts',
      'test/controllers/etcd/etcd-restore.controller.test.ts',
      'test/dev/members.ts',
      'test/etcd/membership.test.ts',
      'test/support/bed.ts',
      'test/support/containers.ts',
      'test/support/etcd-keys.ts',
      'test/support/etcd-process.ts',
      'test/support/fake-etcd.ts',
      'test/support/loopback.ts',
      'test/support/real-etcd.ts',
      'test/support/world.ts',
    ],
  },
  {
    name: 'first-operator',
    commands: [
      'init --domain paas.example.com --project-name first-operator --no-install --no-git',
      'create api --group demo --version v1alpha1 --kind DemoApplication --resource --controller',
    ],
    // The files that the tutorial asks its reader to edit.
    edited,
  },
  {
    name: 'memcached',
    commands: [
      'init --domain example.com --project-name memcached-operator --no-install --no-git',
      'create api --group cache --version v1alpha1 --kind Memcached --image memcached:1.6.39-alpine --container-port 11211 --run-as-user 1001 --command memcached,--memory-limit=64,-o,modern,-v',
    ],
    edited: [
      'README.md',
      'config/samples/cache_v1alpha1_memcached.yaml',
      'src/api/cache/v1alpha1/memcached.ts',
      'src/controllers/cache/memcached.controller.ts',
      'test/controllers/cache/memcached.controller.test.ts',
    ],
  },
  {
    name: 'postgres-backup',
    commands: [
      'init --domain example.com --project-name postgres-backup --no-install --no-git',
      'create api --group backup --version v1alpha1 --kind PostgresBackup --short-name pgbackup --resource --controller',
      'create webhook --group backup --version v1alpha1 --kind PostgresBackup --defaulting --validation',
    ],
    edited: [
      'config/samples/backup_v1alpha1_postgresbackup.yaml',
      'src/api/backup/v1alpha1/postgres-backup.ts',
      'src/controllers/backup/postgres-backup.controller.ts',
      'src/webhooks/backup/v1alpha1/postgres-backup.webhook.ts',
      'test/controllers/backup/postgres-backup.controller.test.ts',
      'test/webhooks/backup/v1alpha1/postgres-backup.webhook.test.ts',
    ],
  },
];

/** The folder of an example. */
export function exampleFolder(name: string): string {
  return fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
}

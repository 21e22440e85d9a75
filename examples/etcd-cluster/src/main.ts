// SPDX-License-Identifier: Apache-2.0

import { parseArgs } from 'node:util';
import { certificateFiles, managedCertificates, Manager, shutdownSignal } from '@opgen/runtime';
import { setupEtcdClusterController } from './controllers/etcd/etcd-cluster.controller.ts';
import { setupEtcdBackupController } from './controllers/etcd/etcd-backup.controller.ts';
import { setupEtcdRestoreController } from './controllers/etcd/etcd-restore.controller.ts';
import { through } from './etcd/gateway.ts';
// +scaffold:imports

const { values: flags } = parseArgs({
  options: {
    // One replica reconciles, the others stand by.
    'leader-elect': { type: 'boolean', default: false },
    // 0 disables it.
    'metrics-bind-address': { type: 'string', default: '0' },
    // Served over TLS, and only to clients that the API server authorizes.
    'metrics-secure': { type: 'boolean', default: true },
    'health-probe-bind-address': { type: 'string', default: ':8081' },
    // The folder with tls.crt and tls.key. Without it, the operator creates its own CA and certificate.
    'certificate-dir': { type: 'string', default: '' },
    // The URL of a gateway to the members, for an operator outside of the cluster, as under opgen dev.
    'etcd-gateway': { type: 'string', default: process.env['ETCD_GATEWAY'] ?? '' },
    // +scaffold:flags
  },
  allowNegative: true,
});

const manager = new Manager({
  // Unique among all operators: two field managers with the same name would remove each other's fields.
  fieldManager: 'etcd-cluster',
  leaderElection: { enabled: flags['leader-elect'], id: 'etcd-cluster-leader' },
  metrics: { bindAddress: flags['metrics-bind-address'], secure: flags['metrics-secure'] },
  health: { bindAddress: flags['health-probe-bind-address'] },
  certificates:
    flags['certificate-dir'] === ''
      ? managedCertificates({ name: 'etcd-cluster' })
      : certificateFiles(flags['certificate-dir']),
  // +scaffold:manager
});

const gateway = flags['etcd-gateway'];
setupEtcdClusterController(manager, gateway === '' ? {} : { send: through(gateway) });
setupEtcdBackupController(manager);
setupEtcdRestoreController(manager);
// +scaffold:setup

// Resolves after SIGTERM or SIGINT, when running reconciles have finished.
await manager.start(shutdownSignal());

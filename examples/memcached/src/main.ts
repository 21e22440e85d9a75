// SPDX-License-Identifier: Apache-2.0

import { parseArgs } from 'node:util';
import { certificateFiles, managedCertificates, Manager, shutdownSignal } from '@opgen/runtime';
import { setupMemcachedController } from './controllers/cache/memcached.controller.ts';
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
    // +scaffold:flags
  },
  allowNegative: true,
});

const manager = new Manager({
  // Unique among all operators: two field managers with the same name would remove each other's fields.
  fieldManager: 'memcached-operator',
  leaderElection: { enabled: flags['leader-elect'], id: 'memcached-operator-leader' },
  metrics: { bindAddress: flags['metrics-bind-address'], secure: flags['metrics-secure'] },
  health: { bindAddress: flags['health-probe-bind-address'] },
  certificates:
    flags['certificate-dir'] === ''
      ? managedCertificates({ name: 'memcached-operator' })
      : certificateFiles(flags['certificate-dir']),
  // +scaffold:manager
});

setupMemcachedController(manager);
// +scaffold:setup

// Resolves after SIGTERM or SIGINT, when running reconciles have finished.
await manager.start(shutdownSignal());

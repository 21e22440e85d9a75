// Copyright 2026 Pomona
// SPDX-License-Identifier: Apache-2.0

import { parseArgs } from 'node:util';
import {
  certificateFiles,
  managedCertificates,
  Manager,
  shutdownSignal,
  watchNamespaces,
} from '@opgen/runtime';
import { setupTreeController } from './controllers/fruit/tree.controller.ts';
// +scaffold:imports

const { values: flags } = parseArgs({
  options: {
    // One replica works, the others stand by.
    'leader-elect': { type: 'boolean', default: false },
    // 0 serves none.
    'metrics-bind-address': { type: 'string', default: '0' },
    // Over TLS, and only to those whom the API server lets read them.
    'metrics-secure': { type: 'boolean', default: true },
    'health-probe-bind-address': { type: 'string', default: ':8081' },
    // Where to find tls.crt and tls.key. Without it the operator has an authority of its own.
    'certificate-dir': { type: 'string', default: '' },
    // +scaffold:flags
  },
  allowNegative: true,
});

const manager = new Manager({
  // Unlike that of any other operator: those that apply under one name remove each other's fields.
  fieldManager: 'nursery',
  leaderElection: { enabled: flags['leader-elect'], id: 'nursery-leader' },
  metrics: { bindAddress: flags['metrics-bind-address'], secure: flags['metrics-secure'] },
  // Those in WATCH_NAMESPACE: the Deployment sets it, and so does `make run`.
  namespaces: watchNamespaces(),
  health: { bindAddress: flags['health-probe-bind-address'] },
  certificates:
    flags['certificate-dir'] === ''
      ? managedCertificates({ name: 'nursery' })
      : certificateFiles(flags['certificate-dir']),
  // +scaffold:manager
});

setupTreeController(manager);
// +scaffold:setup

// Resolves after SIGTERM or SIGINT, once running reconciles have finished.
await manager.start(shutdownSignal());

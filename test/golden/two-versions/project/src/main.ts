import { parseArgs } from 'node:util';
import { Manager, shutdownSignal } from '@opgen/runtime';
import { setupTreeController } from './controllers/fruit/tree.controller.ts';
import { setupOrchardController } from './controllers/fruit/orchard.controller.ts';
// +scaffold:imports

const { values: flags } = parseArgs({
  options: {
    'health-probe-bind-address': { type: 'string', default: ':8081' },
  },
});

const manager = new Manager({
  health: { bindAddress: flags['health-probe-bind-address'] },
});

setupTreeController(manager);
setupOrchardController(manager);
// +scaffold:setup

// Resolves after SIGTERM or SIGINT, once running reconciles have finished.
await manager.start(shutdownSignal());

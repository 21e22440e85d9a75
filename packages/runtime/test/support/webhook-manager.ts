import { onTestFinished } from 'vitest';
import { Manager, type ManagerOptions } from '../../src/manager/manager.ts';
import type { Transport } from '../../src/transport/transport.ts';
import type { WebhookEndpoint } from '../../src/webhook/webhook-server.ts';
import { RecordingLogger } from './recording-logger.ts';

export interface RunningManager {
  manager: Manager;
  endpoint: WebhookEndpoint;
  log: RecordingLogger;
  stop(): Promise<void>;
}

/** A cluster that receives no requests. */
const silent: Transport = {
  request: async ({ path }) => {
    throw new Error(`nothing is to be asked here: ${path}`);
  },
  close: async () => undefined,
};

/** A manager that serves the registered webhooks until the test ends. */
export async function runManager(
  register: (manager: Manager) => void,
  options: ManagerOptions = {},
): Promise<RunningManager> {
  const log = new RecordingLogger();
  const webhooks = { bindAddress: '127.0.0.1:0' };
  const manager = new Manager({ transport: silent, log, webhooks, ...options });
  register(manager);
  const end = new AbortController();
  const run = manager.start(end.signal);
  const stop = async (): Promise<void> => {
    end.abort();
    await run;
  };
  onTestFinished(stop);
  await manager.ready;
  const endpoint = manager.webhookEndpoint;
  if (endpoint === undefined) throw new Error('the manager serves no webhooks');
  return { manager, endpoint, log, stop };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, createLogger, Manager } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { serviceAccountTransport, type TestCluster } from '@opgen/testing';
import { exampleFolder } from './examples.ts';
import type { Subject } from './subject.ts';

export type OperatedCluster = Pick<
  TestCluster,
  'transport' | 'transportFor' | 'install' | 'installWebhooks'
> & { readonly clock?: Clock };

/** A manager that runs in this process. */
export interface Running {
  /** Stops it, as SIGTERM does. */
  stop(): Promise<void>;
}

/** A transport with the permissions of the role that `opgen manifests` has generated for the example. */
export function roleOf({ example }: Subject, cluster: OperatedCluster): Promise<Transport> {
  return serviceAccountTransport(cluster, join(exampleFolder(example), 'config/rbac'));
}

/** Starts the controllers of an example. Resolves once they are ready. */
export async function startOperator(
  subject: Subject,
  cluster: OperatedCluster,
  transport: Transport,
): Promise<Running> {
  return start(cluster, transport, (manager) => subject.setup(manager));
}

/** Serves the webhooks of an example, if it has any. */
export async function serveWebhooks(subject: Subject, cluster: OperatedCluster): Promise<Running> {
  const { example, setupWebhooks } = subject;
  if (setupWebhooks === undefined) return { stop: async () => {} };
  const webhooks = join(exampleFolder(example), 'config/webhook');
  const manifests = ['manifests.yaml', 'conversions.yaml'].map((name) => join(webhooks, name));
  return start(cluster, await roleOf(subject, cluster), setupWebhooks, async (manager) =>
    cluster.installWebhooks(
      manifests.filter((path) => existsSync(path)),
      manager.webhookEndpoint,
    ),
  );
}

async function start(
  { clock }: OperatedCluster,
  transport: Transport,
  setup: (manager: Manager) => void,
  whenReady: (manager: Manager) => Promise<void> = async () => {},
): Promise<Running> {
  const manager = new Manager({
    transport,
    ...(clock !== undefined && { clock }),
    log: createLogger({ level: 'silent' }),
    health: { bindAddress: '0' },
    webhooks: { bindAddress: '127.0.0.1:0' },
  });
  setup(manager);
  const ending = new AbortController();
  const stopped = manager.start(ending.signal);
  await manager.ready;
  await whenReady(manager);
  return {
    stop: async () => {
      ending.abort();
      await stopped;
    },
  };
}

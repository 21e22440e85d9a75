import type { Transport } from '../../../src/entry-points/transport.ts';
import {
  type Client,
  type Clock,
  controllerOf,
  controllerReference,
  done,
  ensureFinalizer,
  isBeingDeleted,
  type Logger,
  Manager,
  releaseFinalizer,
  type Request,
  type Result,
} from '../../../src/index.ts';
import { ConfigMap } from '../../../src/kinds/core/v1.ts';
import { Memcached } from './memcached.ts';

const finalizer = 'cache.example.com/bucket';

/** What survives a crash of the operator: an external service, and a record of the reconciles. */
export class World {
  /** Uids with an external resource, which cleanup has to release. */
  readonly buckets: Set<string>;
  /** Objects with two concurrent reconciles. */
  readonly overlaps: string[] = [];
  reconciles = 0;

  constructor(buckets = new Set<string>()) {
    this.buckets = buckets;
  }
}

export interface OperatorParts {
  transport: Transport;
  world: World;
  log: Logger;
  clock?: Clock;
  concurrency?: number;
  gracefulShutdownTimeout?: number;
}

/** An operator with everything that can go wrong: children, a finalizer, a status that counts, an external resource. */
export function memcachedOperator(parts: OperatorParts): Manager {
  const { transport, world, log, clock, concurrency = 2, gracefulShutdownTimeout } = parts;
  const manager = new Manager({
    transport,
    log,
    fieldManager: 'memcached-operator',
    ...(clock && { clock, random: () => 0.5 }),
    ...(gracefulShutdownTimeout !== undefined && { gracefulShutdownTimeout }),
  });
  const running = new Set<string>();
  manager
    .controller('memcached')
    .for(Memcached)
    .owns(ConfigMap)
    .withOptions({ concurrency, backoff: { limit: 5_000 } })
    .reconcileWith({
      reconcile: async (request) => {
        const key = `${request.namespace}/${request.name}`;
        if (running.has(key)) world.overlaps.push(key);
        running.add(key);
        world.reconciles += 1;
        try {
          return await reconcile(manager.client, world, request);
        } finally {
          running.delete(key);
        }
      },
    });
  return manager;
}

async function reconcile(client: Client, world: World, request: Request): Promise<Result> {
  const found = await client.find(Memcached, request);
  if (found === undefined) return done;
  if (isBeingDeleted(found)) {
    world.buckets.delete(found.metadata.uid);
    await releaseFinalizer(client, Memcached, found, finalizer);
    return done;
  }
  const memcached = await ensureFinalizer(client, Memcached, found, finalizer);
  world.buckets.add(memcached.metadata.uid);
  await makeServers(client, memcached);
  await takeTicket(client, memcached);
  await countChange(client, memcached);
  return done;
}

async function makeServers(client: Client, memcached: Memcached): Promise<void> {
  const { metadata, spec } = memcached;
  const { name, namespace } = metadata;
  const labels = { cache: name };
  for (let ordinal = 0; ordinal < spec.size; ordinal += 1) {
    await client.apply(ConfigMap, {
      metadata: {
        name: `${name}-${ordinal}`,
        namespace,
        labels,
        ownerReferences: [controllerReference(memcached)],
      },
      data: { flavour: spec.flavour ?? 'plain' },
    });
  }
  const { items } = await client.list(ConfigMap, { namespace: namespace ?? '', labelSelector: labels });
  for (const server of items) {
    const ordinal = Number(server.metadata.name.split('-').at(-1));
    if (ordinal >= spec.size) await removeServer(client, server);
  }
}

/** The ticket uses generateName, so only a read shows that it already exists. */
async function takeTicket(client: Client, memcached: Memcached): Promise<void> {
  const { name, namespace = '' } = memcached.metadata;
  const labels = { ticket: name };
  const { items } = await client.list(ConfigMap, { namespace, labelSelector: labels });
  if (items.some((ticket) => controllerOf(ticket)?.uid === memcached.metadata.uid)) return;
  const ownerReferences = [controllerReference(memcached)];
  const metadata = { generateName: `${name}-ticket-`, namespace, labels, ownerReferences };
  await client.create(ConfigMap, { metadata });
}

async function removeServer(client: Client, { metadata }: ConfigMap): Promise<void> {
  await client.delete(ConfigMap, metadata, { preconditions: { uid: metadata.uid } });
}

/** Counts each generation once: a duplicate write would show. */
async function countChange(client: Client, memcached: Memcached): Promise<void> {
  const { metadata, status = {}, spec } = memcached;
  const generation = metadata.generation ?? 0;
  if (status.observedGeneration === generation) return;
  const changes = (status.changes ?? 0) + 1;
  await client.updateStatus(Memcached, {
    ...memcached,
    status: { observedGeneration: generation, changes, ready: spec.size },
  });
}

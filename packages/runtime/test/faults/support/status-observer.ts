import { type Client, controllerOf } from '../../../src/index.ts';
import { ConfigMap } from '../../../src/kinds/core/v1.ts';
import { Memcached } from './memcached.ts';
import type { World } from './memcached-operator.ts';

/** What an independent observer of the server has seen of the counter in statuses. */
export class StatusObserver {
  /** Status changes that counted the same generation again. */
  readonly doubled: string[] = [];
  readonly #counted = new Map<string, { changes: number; generation: number }>();
  readonly #end = new AbortController();
  readonly #watching: Promise<void>;

  constructor(client: Client) {
    this.#watching = this.#watch(client);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#watching;
  }

  async #watch(client: Client): Promise<void> {
    for await (const { object } of client.watch(Memcached, {
      signal: this.#end.signal,
      timeoutSeconds: 7200,
    })) {
      const { uid, name } = object.metadata;
      const { changes = 0, observedGeneration = 0 } = object.status ?? {};
      const before = this.#counted.get(uid) ?? { changes: 0, generation: 0 };
      const isNew = observedGeneration > before.generation;
      if (changes !== before.changes + (isNew ? 1 : 0)) {
        this.doubled.push(
          `${name}: ${before.changes} at ${before.generation}, ${changes} at ${observedGeneration}`,
        );
      }
      this.#counted.set(uid, { changes, generation: observedGeneration });
    }
  }
}

/** The number of tickets beyond the one that each Memcached should have. */
export async function ticketsTooMany(client: Client): Promise<number> {
  const { items } = await client.list(ConfigMap);
  const owners = items.flatMap((item) =>
    item.metadata.labels?.['ticket'] ? (controllerOf(item)?.uid ?? []) : [],
  );
  return owners.length - new Set(owners).size;
}

/** Lists every deviation from the desired state; empty once an operator has done all its work. */
export async function whatIsWrong(client: Client, world: World): Promise<string[]> {
  const memcacheds = (await client.list(Memcached)).items;
  const all = (await client.list(ConfigMap)).items;
  const servers = all.filter(({ metadata }) => metadata.labels?.['cache'] !== undefined);
  const wrong: string[] = [];
  const expected = new Map<string, string>();
  for (const { metadata, spec, status } of memcacheds) {
    const { name, uid, generation, deletionTimestamp } = metadata;
    if (deletionTimestamp !== undefined) wrong.push(`${name} is still on its way out`);
    if (status?.observedGeneration !== generation)
      wrong.push(`${name} is behind its generation ${generation}`);
    if (status?.ready !== spec.size) wrong.push(`${name} has ${status?.ready} of ${spec.size}`);
    const hasTicket = all.some((item) => item.metadata.labels?.['ticket'] && controllerOf(item)?.uid === uid);
    if (!hasTicket) wrong.push(`${name} has no ticket`);
    if (!world.buckets.has(uid)) wrong.push(`${name} has no bucket`);
    for (let ordinal = 0; ordinal < spec.size; ordinal += 1) {
      expected.set(`${name}-${ordinal}`, `${spec.flavour ?? 'plain'} of ${uid}`);
    }
  }
  for (const { metadata, data } of servers) {
    const [owner] = metadata.ownerReferences ?? [];
    const { name } = metadata;
    if (expected.get(name) !== `${data?.['flavour']} of ${owner?.uid}`)
      wrong.push(`${name} should not be so`);
    expected.delete(name);
  }
  wrong.push(...[...expected.keys()].map((name) => `${name} is missing`));
  if (world.buckets.size !== memcacheds.length) wrong.push(`${world.buckets.size} buckets are held`);
  return wrong;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { DiscoveredKind, LiveClient } from '@opgen/runtime';
import type { PageObject } from './model/messages.ts';

/** Milliseconds until a failed watch is tried again. */
const retryDelay = 1_000;

export interface ObjectListener {
  /** An object was added or changed. */
  set(object: PageObject): void;
  gone(uid: string): void;
}

/** Watches kinds in a cluster, with all fields of their objects. */
export class WatchedObjects {
  readonly #client: LiveClient;
  readonly #listener: ObjectListener;
  readonly #watches = new Map<string, AbortController>();

  constructor(client: LiveClient, listener: ObjectListener) {
    this.#client = client;
    this.#listener = listener;
  }

  /** Watches these kinds, and no others any more. */
  watch(kinds: readonly DiscoveredKind[], namespace: string | undefined): void {
    const wanted = new Map(kinds.map((kind) => [`${kind.apiVersion} ${kind.kind}`, kind]));
    for (const [name, watch] of this.#watches) {
      if (wanted.has(name)) continue;
      watch.abort();
      this.#watches.delete(name);
    }
    for (const [name, kind] of wanted) {
      if (this.#watches.has(name)) continue;
      const watch = new AbortController();
      this.#watches.set(name, watch);
      void this.#follow(kind, kind.scope === 'Cluster' ? undefined : namespace, watch.signal);
    }
  }

  stop(): void {
    this.watch([], undefined);
  }

  async #follow(kind: DiscoveredKind, namespace: string | undefined, signal: AbortSignal): Promise<void> {
    const known = new Set<string>();
    const where = namespace === undefined ? {} : { namespace };
    while (!signal.aborted) {
      try {
        const { items, ...list } = await this.#client.list(kind, { ...where, signal });
        const listed = new Set(items.map((item) => item.metadata.uid));
        for (const uid of known) if (!listed.has(uid)) this.#remove(known, uid);
        for (const item of items) this.#set(known, kind, item);
        let { resourceVersion } = list;
        // The server ends each watch after a while; the next one continues where it ended.
        for (;;) {
          for await (const event of this.#client.watch(kind, { ...where, resourceVersion, signal })) {
            ({ resourceVersion } = event.object.metadata);
            if (event.type === 'DELETED') this.#remove(known, event.object.metadata.uid);
            else if (event.type !== 'BOOKMARK') this.#set(known, kind, event.object);
          }
          await delay(retryDelay, undefined, { signal, ref: false });
        }
      } catch {
        // The next list tells what was missed. The operator reports problems of the connection.
        await delay(retryDelay, undefined, { signal, ref: false }).catch(() => {});
      }
    }
    for (const uid of known) this.#remove(known, uid);
  }

  #set(known: Set<string>, { apiVersion, kind }: DiscoveredKind, object: object): void {
    // Items of a list lack the two.
    const complete = { apiVersion, kind, ...object } as PageObject;
    known.add(complete.metadata.uid);
    this.#listener.set(complete);
  }

  #remove(known: Set<string>, uid: string): void {
    known.delete(uid);
    this.#listener.gone(uid);
  }
}

import type { KindStatus } from '../cache/cache.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Component } from '../component.ts';
import { SelfSubjectAccessReview } from '../kinds/authorization/v1.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind } from '../objects/kind.ts';

type WatchedKind = Pick<KindStatus, 'kind' | 'namespaces'>;

export interface PermissionsPreflightParts {
  /** Asks the server itself. */
  client: Pick<Client, 'create'>;
  clock: Clock;
  log: Logger;
  /** The kinds that controllers need, once all are declared, and where. */
  kinds: () => readonly WatchedKind[];
}

/** What holding a kind in memory takes. */
const verbs = ['get', 'list', 'watch'] as const;
const patience = 10_000;

/**
 * Asks at the start whether the operator may read what it needs, and names all that is missing at once.
 *
 * It holds nothing up, and is only for people: a kind that may not be read is a named condition of its own.
 */
export class PermissionsPreflight implements Component {
  readonly name = 'permissions preflight';
  readonly stage = 'caches';
  readonly #parts: PermissionsPreflightParts;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: PermissionsPreflightParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#running = this.#look();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #look(): Promise<void> {
    const { clock, kinds, log } = this.#parts;
    const cancel = clock.schedule(patience, () => this.#stop.abort());
    try {
      const missing = await Promise.all(kinds().map((watched) => this.#missing(watched)));
      // A kind may be in memory whole and in parts.
      const markers = [...new Set(missing.flat())];
      if (markers.length === 0) return;
      log.warn('not allowed to read all that controllers need: add these lines above the reconciler', {
        markers,
        hint: 'run `opgen manifests` then, and apply config/rbac',
      });
    } catch (error) {
      log.debug('cannot ask what the operator may read', { error });
    } finally {
      cancel();
    }
  }

  async #missing({ kind, namespaces }: WatchedKind): Promise<string[]> {
    const places = namespaces ?? [undefined];
    const markers = await Promise.all(places.map((namespace) => this.#missingIn(kind, namespace)));
    return markers.flatMap((marker) => marker ?? []);
  }

  async #missingIn(kind: Kind, namespace: string | undefined): Promise<string | undefined> {
    const answers = await Promise.all(verbs.map((verb) => this.#may(verb, kind, namespace)));
    const missing = verbs.filter((_, index) => answers[index] === false);
    if (missing.length === 0) return undefined;
    const group = kind.group === '' ? 'core' : kind.group;
    const where = namespace === undefined ? '' : `,namespace=${namespace}`;
    return `// +rbac:groups=${group},resources=${kind.plural},verbs=${missing.join(';')}${where}`;
  }

  async #may(verb: string, kind: Kind, namespace: string | undefined): Promise<boolean> {
    const { group, plural: resource } = kind;
    const resourceAttributes = { group, resource, verb, ...(namespace !== undefined && { namespace }) };
    const { signal } = this.#stop;
    const review = { metadata: {}, spec: { resourceAttributes } };
    const { status } = await this.#parts.client.create(SelfSubjectAccessReview, review, { signal });
    // An answer that says nothing is no reason to worry anybody.
    return status?.allowed !== false;
  }
}

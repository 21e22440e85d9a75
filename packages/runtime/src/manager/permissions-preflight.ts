import { nameInFieldSelector } from '@opgen/rules/selectors';
import type { KindStatus } from '../cache/cache.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Component } from '../component.ts';
import { SelfSubjectAccessReview } from '../kinds/authorization/v1.ts';
import type { Logger } from '../logging/logger.ts';
import { compact } from '../objects/json.ts';
import type { Kind } from '../objects/kind.ts';

type WatchedKind = Pick<KindStatus, 'kind' | 'watches'>;

interface WatchedPlace {
  namespace?: string;
  /** The only object that is watched. */
  name?: string;
}

export interface PermissionsPreflightParts {
  /** Reads from the API server. */
  client: Pick<Client, 'create'>;
  clock: Clock;
  log: Logger;
  /** The watched kinds and their namespaces, once all are declared. */
  kinds: () => readonly WatchedKind[];
}

/** The verbs that the cache needs. */
const verbs = ['get', 'list', 'watch'] as const;
const timeout = 60_000;

/**
 * Checks on start whether RBAC allows the operator to read its kinds, and logs all missing permissions at once. It is
 * informational and blocks nothing: a forbidden kind also fails its readiness check. It starts after the watches and
 * sends one request at a time, so that they need not wait for its connections.
 */
export class PermissionsPreflight implements Component {
  readonly name = 'permissions preflight';
  readonly stage = 'services';
  readonly #parts: PermissionsPreflightParts;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: PermissionsPreflightParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#running = this.#check();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #check(): Promise<void> {
    const { clock, kinds, log } = this.#parts;
    const cancel = clock.schedule(timeout, () => this.#stop.abort());
    try {
      // A kind may be cached both as whole objects and as projections.
      const markers = new Set<string>();
      for (const { kind, watches } of kinds()) {
        for (const { namespace, fieldSelector } of watches) {
          // A rule with resourceNames allows a watch of one object.
          const name = fieldSelector === undefined ? undefined : nameInFieldSelector(fieldSelector);
          const marker = await this.#missingIn(kind, compact({ namespace, name }));
          if (marker !== undefined) markers.add(marker);
        }
      }
      if (markers.size === 0) return;
      log.warn('missing RBAC permissions for watched kinds: add these markers above the reconciler', {
        markers: [...markers],
        hint: 'then run `opgen manifests` and apply config/rbac',
      });
    } catch (error) {
      log.debug('permissions preflight failed', { error });
    } finally {
      cancel();
    }
  }

  async #missingIn(kind: Kind, place: WatchedPlace): Promise<string | undefined> {
    const missing: string[] = [];
    for (const verb of verbs) {
      if (!(await this.#isAllowed(verb, kind, place))) missing.push(verb);
    }
    if (missing.length === 0) return undefined;
    const group = kind.group === '' ? 'core' : kind.group;
    const names = place.name === undefined ? '' : `,resourceNames=${place.name}`;
    const where = place.namespace === undefined ? '' : `,namespace=${place.namespace}`;
    return `// +rbac:groups=${group},resources=${kind.plural}${names},verbs=${missing.join(';')}${where}`;
  }

  async #isAllowed(verb: string, kind: Kind, place: WatchedPlace): Promise<boolean> {
    const { group, plural: resource } = kind;
    const resourceAttributes = { group, resource, verb, ...place };
    const { signal } = this.#stop;
    const review = { metadata: {}, spec: { resourceAttributes } };
    const { status } = await this.#parts.client.create(SelfSubjectAccessReview, review, { signal });
    // Without a result, nothing is logged.
    return status?.allowed !== false;
  }
}

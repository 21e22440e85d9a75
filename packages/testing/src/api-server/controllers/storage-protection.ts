import type { Core } from '../core.ts';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { Change } from '../storage/store.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { settle } from '../verbs/write.ts';

const pods = '/pods';
const claims = '/persistentvolumeclaims';
const volumes = '/persistentvolumes';
const finalizerOf: Readonly<Record<string, string>> = {
  [claims]: 'kubernetes.io/pvc-protection',
  [volumes]: 'kubernetes.io/pv-protection',
};

/**
 * Removes the protection finalizer of PersistentVolumeClaims and PersistentVolumes that are being deleted and not
 * in use.
 */
export class StorageProtection {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Records a change. True if there is work to do now. */
  changed({ table, type, object }: Change): boolean {
    if (table === pods) return this.#terminating().length > 0;
    return type !== 'DELETED' && isTerminating(table, object);
  }

  run(): void {
    for (const [table, object] of this.#terminating()) {
      const resource = this.#core.registry.ofTable(table);
      if (resource === undefined || this.#isUsed(table, object)) continue;
      settle(this.#core, resource, object, finalizerOf[table] ?? '');
    }
  }

  #terminating(): [table: string, object: StoredObject][] {
    return [claims, volumes].flatMap((table) =>
      this.#core.store
        .list(table)
        .filter((object) => isTerminating(table, object))
        .map((object): [string, StoredObject] => [table, object]),
    );
  }

  #isUsed(table: string, { metadata, status }: StoredObject): boolean {
    if (table === volumes) return isObject(status) && status['phase'] === 'Bound';
    return this.#core.store
      .list(pods, metadata.namespace)
      .some((pod) => claimsOf(pod).includes(metadata.name));
  }
}

function isTerminating(table: string, { metadata }: StoredObject): boolean {
  const finalizer = finalizerOf[table];
  if (finalizer === undefined || metadata.deletionTimestamp === undefined) return false;
  return (metadata.finalizers ?? []).includes(finalizer);
}

function claimsOf({ spec }: StoredObject): unknown[] {
  const all = isObject(spec) && Array.isArray(spec['volumes']) ? (spec['volumes'] as JsonObject[]) : [];
  return all.map(({ persistentVolumeClaim: claim }) => (isObject(claim) ? claim['claimName'] : undefined));
}

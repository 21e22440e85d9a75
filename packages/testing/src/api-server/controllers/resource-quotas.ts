import { deepEqual } from '@opgen/rules/json';
import type { ResourceQuota } from '@opgen/runtime/kinds/core/v1';
import { quantities } from '../../amounts/resources.ts';
import type { Core } from '../core.ts';
import { usageOf } from '../quota/usage.ts';
import { writeQuotaStatus } from '../quota/write-status.ts';
import type { Change } from '../storage/store.ts';
import type { StoredObject } from '../storage/stored-object.ts';

const table = '/resourcequotas';

/** Writes into the status of ResourceQuotas what their namespaces use. Admission enforces only that. */
export class ResourceQuotaController {
  readonly #core: Core;
  readonly #due = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Records a change. True if there is work to do now. */
  changed({ table: changedTable, type, object, previous }: Change): boolean {
    const { namespace } = object.metadata;
    if (namespace === undefined || this.#core.store.list(table, namespace).length === 0) return false;
    const isCharge = changedTable === table && type === 'MODIFIED' && hasSameLimits(object, previous);
    if (!isCharge) this.#due.add(namespace);
    return this.#due.size > 0;
  }

  run(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const namespace of due)
      for (const quota of this.#core.store.list(table, namespace))
        this.#count(quota as unknown as ResourceQuota);
  }

  #count(quota: ResourceQuota): void {
    const { spec, status } = quota;
    const hard = spec?.hard ?? {};
    const usage = usageOf(this.#core, quota);
    // Admission may have counted in another unit.
    const current = quantities(status?.used);
    const isSame =
      deepEqual(status?.hard ?? {}, hard) &&
      usage.size === current.size &&
      [...usage].every(([name, amount]) => current.get(name)?.compare(amount) === 0);
    if (isSame && status?.hard !== undefined) return;
    const used = Object.fromEntries([...usage].map(([name, amount]) => [name, String(amount)]));
    writeQuotaStatus(this.#core, { ...quota, status: { hard, used } }, 'kube-controller-manager');
  }
}

/** Whether only the usage of a quota has changed, as when admission counts a write. */
function hasSameLimits(object: StoredObject, previous: StoredObject | undefined): boolean {
  return previous !== undefined && deepEqual(limitsOf(object), limitsOf(previous));
}

function limitsOf(object: StoredObject): unknown {
  const { spec, status } = object as unknown as ResourceQuota;
  return [spec, status?.hard];
}

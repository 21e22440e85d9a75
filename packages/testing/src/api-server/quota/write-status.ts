import type { ResourceQuota } from '@opgen/runtime/kinds/core/v1';
import type { Core } from '../core.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { commit, recorded } from '../verbs/write.ts';

/** Stores the status of a quota, if it has changed. */
export function writeQuotaStatus(core: Core, quota: ResourceQuota, manager: string): void {
  const { namespace, name } = quota.metadata;
  const resource = core.registry.ofTable('/resourcequotas');
  const old = core.store.find('/resourcequotas', namespace, name);
  if (resource === undefined || old === undefined) return;
  const next = { ...old, status: quota.status } as StoredObject;
  commit(core, resource, recorded(core, { resource, manager, subresource: 'status' }, next, old));
}

import { Quantity } from '@opgen/rules/quantity';
import type { ResourceQuota } from '@opgen/runtime/kinds/core/v1';
import { only, type Resources, sum } from '../../amounts/resources.ts';
import type { Core } from '../core.ts';
import { tableOf } from '../resources/resource.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Evaluator } from './evaluator.ts';
import { evaluatorOf } from './evaluators.ts';

/** What the objects of a namespace use, under the names that a quota limits. */
export function usageOf({ registry, store, now }: Core, quota: ResourceQuota): Resources {
  const names = Object.keys(quota.spec?.hard ?? {});
  const seen = new Set<string>();
  let total: Resources = new Map();
  for (const resource of registry.all()) {
    const table = tableOf(resource);
    const evaluator = seen.has(table) ? undefined : evaluatorOf(resource);
    seen.add(table);
    const counted = names.filter((name) => evaluator?.isAbout(name));
    if (evaluator === undefined || counted.length === 0) continue;
    const used = store
      .list(table, quota.metadata.namespace)
      .filter((object) => isInScopes(quota, evaluator, object))
      .map((object) => evaluator.usageOf(object, now()));
    const none: Resources = new Map(counted.map((name) => [name, new Quantity(0n)]));
    total = sum(total, used.reduce(sum, none));
  }
  return only(total, (name) => names.includes(name));
}

/** Whether an object is in all scopes of a quota. */
export function isInScopes(
  { spec = {} }: ResourceQuota,
  evaluator: Evaluator,
  object: StoredObject,
): boolean {
  const scopes = [
    ...(spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
    ...(spec.scopeSelector?.matchExpressions ?? []),
  ];
  return scopes.every((scope) => evaluator.isInScope(scope, object));
}

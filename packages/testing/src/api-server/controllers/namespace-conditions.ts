import { isObject, type JsonObject } from '@opgen/rules/json';
import { type Core, timestamp } from '../core.ts';
import type { StoredObject } from '../storage/stored-object.ts';

/** The conditions of a namespace that is being deleted, while nothing prevents its deletion. */
const fulfilled: readonly JsonObject[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    status: 'False',
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    status: 'False',
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    status: 'False',
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
  {
    type: 'NamespaceContentRemaining',
    status: 'False',
    reason: 'ContentRemoved',
    message: 'All content successfully removed',
  },
  {
    type: 'NamespaceFinalizersRemaining',
    status: 'False',
    reason: 'ContentHasNoFinalizers',
    message: 'All content-preserving finalizers finished',
  },
];

/**
 * A namespace with the conditions that name the objects, by table, which it waits for. The same namespace if it has
 * these conditions already.
 */
export function withRemaining(
  core: Core,
  namespace: StoredObject,
  remaining: ReadonlyMap<string, readonly StoredObject[]>,
): StoredObject {
  const status = isObject(namespace['status']) ? namespace['status'] : {};
  const before = (status['conditions'] ?? []) as readonly JsonObject[];
  const failing = [contentRemaining(remaining), finalizersRemaining(remaining)];
  const next = fulfilled.map((ok) => failing.find((each) => each?.['type'] === ok['type']) ?? ok);
  const conditions = next.map((condition) => {
    const old = before.find(({ type }) => type === condition['type']);
    const isSame = old?.['status'] === condition['status'];
    return { ...condition, lastTransitionTime: isSame ? old?.['lastTransitionTime'] : timestamp(core) };
  });
  const isUnchanged = next.every((condition, index) => condition['message'] === before[index]?.['message']);
  return isUnchanged ? namespace : { ...namespace, status: { ...status, conditions } };
}

function contentRemaining(remaining: ReadonlyMap<string, readonly StoredObject[]>): JsonObject {
  const counts = [...remaining].map(([table, objects]) => {
    const [group = '', plural = ''] = table.split('/');
    return `${plural}.${group} has ${objects.length} resource instances`;
  });
  return {
    type: 'NamespaceContentRemaining',
    status: 'True',
    reason: 'SomeResourcesRemain',
    message: `Some resources are remaining: ${counts.toSorted().join(', ')}`,
  };
}

function finalizersRemaining(
  remaining: ReadonlyMap<string, readonly StoredObject[]>,
): JsonObject | undefined {
  const counts = new Map<string, number>();
  for (const { metadata } of [...remaining.values()].flat())
    for (const finalizer of metadata.finalizers ?? [])
      counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  if (counts.size === 0) return undefined;
  const texts = [...counts].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`);
  return {
    type: 'NamespaceFinalizersRemaining',
    status: 'True',
    reason: 'SomeFinalizersRemain',
    message: `Some content in the namespace has finalizers remaining: ${texts.toSorted().join(', ')}`,
  };
}

import { deepEqual, isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredObject } from '../storage/stored-object.ts';
import { type Resource, tableOf } from './resource.ts';

/** The only place in `apps/v1` for what was the field `spec.templateGeneration` of DaemonSets. */
const annotation = 'deprecated.daemonset.template.generation';

/** Counts the templates of a DaemonSet. Clients can set the first number only. */
export function withTemplateGeneration(
  resource: Resource,
  next: StoredObject,
  old?: StoredObject,
): StoredObject {
  if (tableOf(resource) !== 'apps/daemonsets') return next;
  const isChange = old !== undefined && !deepEqual(templateOf(old), templateOf(next));
  const generation = old === undefined ? Math.max(1, countOf(next)) : countOf(old) + (isChange ? 1 : 0);
  const annotations = { ...next.metadata.annotations, [annotation]: String(generation) };
  return { ...next, metadata: { ...next.metadata, annotations } };
}

function countOf({ metadata }: StoredObject): number {
  return Math.trunc(Number(metadata.annotations?.[annotation])) || 0;
}

function templateOf({ spec }: JsonObject): unknown {
  return isObject(spec) ? spec['template'] : undefined;
}

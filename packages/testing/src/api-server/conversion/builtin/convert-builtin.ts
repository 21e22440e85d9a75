import { apiVersionOf, type Resource, tableOf } from '../../resources/resource.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { autoscalerInV1, autoscalerInV2 } from './autoscaler.ts';
import { eventInCore, eventInGroup } from './event.ts';

type Convert = (object: StoredObject) => StoredObject;

/** The conversion to an apiVersion, by kind, for kinds with exactly two versions. */
const conversions: Readonly<Record<string, Readonly<Record<string, Convert>>>> = {
  'autoscaling/horizontalpodautoscalers': {
    'autoscaling/v1': autoscalerInV1,
    'autoscaling/v2': autoscalerInV2,
  },
  '/events': { v1: eventInCore, 'events.k8s.io/v1': eventInGroup },
};

/** Kinds whose versions differ only in the apiVersion. */
const alike: ReadonlySet<string> = new Set([
  'networking.k8s.io/ipaddresses',
  'networking.k8s.io/servicecidrs',
  'storage.k8s.io/volumeattributesclasses',
]);

/**
 * Converts an object of a built-in kind to the version of a resource; undefined if that conversion is not
 * implemented.
 */
export function builtinIn(resource: Resource, object: StoredObject): StoredObject | undefined {
  const apiVersion = apiVersionOf(resource);
  if (object.apiVersion === apiVersion) return object;
  const table = tableOf(resource);
  return alike.has(table) ? { ...object, apiVersion } : conversions[table]?.[apiVersion]?.(object);
}

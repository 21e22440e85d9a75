import { type Core, timestampAfter } from '../core.ts';
import { type Resource, tableOf } from '../resources/resource.ts';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredObject } from '../storage/stored-object.ts';

/** How long a deleted object remains until its kubelet removes it. */
export interface Grace {
  readonly seconds: number;
  /** The metadata that announces the deletion. */
  readonly metadata: JsonObject;
}

/**
 * The grace period of a deletion; undefined if the object is deleted at once, as all kinds except Pods are. Only a
 * Pod that is assigned to a node has a kubelet that stops it. A second deletion can only shorten the period.
 */
export function graceOf(
  core: Core,
  resource: Resource,
  { metadata, spec, status }: StoredObject,
  requested: number | undefined,
): Grace | undefined {
  if (tableOf(resource) !== '/pods') return undefined;
  const { deletionTimestamp, deletionGracePeriodSeconds: current = 0 } = metadata as JsonObject & {
    deletionGracePeriodSeconds?: number;
  };
  if (typeof deletionTimestamp === 'string') {
    if (current === 0) return undefined;
    if (requested === undefined || requested >= current) return { seconds: current, metadata: {} };
    const seconds = nonNegative(requested);
    const deleted = new Date(Date.parse(deletionTimestamp) - current * 1000);
    return announced(seconds, timestampAfter({ now: () => deleted }, seconds));
  }
  const { nodeName, terminationGracePeriodSeconds = 0 } = (isObject(spec) ? spec : {}) as {
    nodeName?: string;
    terminationGracePeriodSeconds?: number;
  };
  const phase = isObject(status) ? status['phase'] : undefined;
  const hasEnded = phase === 'Succeeded' || phase === 'Failed';
  if (!nodeName || hasEnded) return undefined;
  const seconds = nonNegative(requested ?? terminationGracePeriodSeconds);
  return seconds === 0 ? undefined : announced(seconds, timestampAfter(core, seconds));
}

/** Whether only a grace period keeps an object that is being deleted. */
export function isInGrace({ metadata }: StoredObject): boolean {
  return Number(metadata['deletionGracePeriodSeconds'] ?? 0) > 0;
}

function announced(seconds: number, deletionTimestamp: string): Grace {
  return { seconds, metadata: { deletionTimestamp, deletionGracePeriodSeconds: seconds } };
}

/** The server reads a negative period as the shortest one. */
function nonNegative(seconds: number): number {
  return seconds < 0 ? 1 : seconds;
}

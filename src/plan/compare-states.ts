import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@opgen/rules/json';
import { type PlannedObject, titleOf } from './planned-object.ts';
import { masked, type PlanTime, readableObject } from './readable-object.ts';

/** What the plan does to an object. */
export interface PlannedChange {
  readonly action: 'create' | 'update' | 'delete';
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** Absent if the object is created. */
  readonly before?: JsonObject;
  /** Absent if the object is deleted. */
  readonly after?: JsonObject;
}

/** The objects that differ between two states of a cluster, sorted by kind, namespace and name. */
export function compareStates(
  before: readonly PlannedObject[],
  after: readonly PlannedObject[],
  { from, to }: { from: number; to: number },
): PlannedChange[] {
  const old = new Map(before.map((object) => [keyOf(object), object]));
  const now = new Map(after.map((object) => [keyOf(object), object]));
  const known = new Set(before.map(({ metadata }) => metadata.uid));
  const created = new Map(
    after
      .filter(({ metadata }) => !known.has(metadata.uid))
      .map((each) => [each.metadata.uid, titleOf(each)]),
  );
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .flatMap((key) => changeOf(old.get(key), now.get(key), { from, to, created }));
}

function changeOf(
  old: PlannedObject | undefined,
  now: PlannedObject | undefined,
  time: PlanTime,
): PlannedChange[] {
  const named = now ?? old;
  if (named === undefined) return [];
  if (now !== undefined && old?.metadata['resourceVersion'] === now.metadata['resourceVersion']) return [];
  const before = old && readableObject(old);
  const after = now && readableObject(now, { ...time, former: old });
  if (isDeepStrictEqual(before, after)) return [];
  const { apiVersion, kind, metadata } = named;
  return [
    {
      action: before === undefined ? 'create' : after === undefined ? 'delete' : 'update',
      apiVersion,
      kind,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      name: metadata.name,
      ...(before !== undefined && { before: masked(before, after, 'before') }),
      ...(after !== undefined && { after: masked(after, before, 'after') }),
    },
  ];
}

/** Objects of the two states may have different versions. */
function keyOf({ apiVersion, kind, metadata: { name, namespace = '' } }: PlannedObject): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return [kind, group, namespace, name].join('\0');
}

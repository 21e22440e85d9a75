import { nearestName } from '../diagnostics.ts';
import type { MarkerDefinition } from './define-marker.ts';
import { fieldMarkers } from './definitions/fields.ts';
import { inertMarkers, skipMarkers } from './definitions/inert.ts';
import { k8sMarkers } from './definitions/k8s.ts';
import { logicMarkers } from './definitions/logic.ts';
import { rbacMarkers } from './definitions/rbac.ts';
import { resourceMarkers } from './definitions/resource.ts';
import { schemaMarkers } from './definitions/schema.ts';
import { validationMarkers } from './definitions/validation.ts';
import { webhookMarkers } from './definitions/webhook.ts';

/** Every marker, in the order of the reference page. */
export const allMarkers: readonly MarkerDefinition[] = [
  ...rbacMarkers,
  ...webhookMarkers,
  ...resourceMarkers,
  ...validationMarkers,
  ...logicMarkers,
  ...schemaMarkers,
  ...k8sMarkers,
  ...Object.values(fieldMarkers),
  ...skipMarkers,
  ...inertMarkers,
];

const byName = new Map<string, MarkerDefinition>();
for (const marker of allMarkers) {
  for (const name of [marker.name, ...(marker.aliases ?? [])]) byName.set(name, marker);
}
const wildcards = inertMarkers.filter(({ name }) => name.endsWith('*'));

/** The first parts of names that are ours: an unknown marker that begins so is a mistake, not somebody else's. */
const owned = new Set(
  ['kubebuilder', 'k8s', 'opgen'].concat(
    [...byName.keys()].filter((name) => name.includes(':')).map(firstPart),
  ),
);

/** A marker by its name without prefix. */
export function findMarker(name: string): MarkerDefinition | undefined {
  return byName.get(name) ?? wildcards.find((marker) => name.startsWith(marker.name.slice(0, -1)));
}

export function isOwned(name: string): boolean {
  return owned.has(firstPart(name)) || byName.has(firstPart(name));
}

/** The prefix that was meant by a first part that is none of ours: `kubebuilder` for `kubebuidler`. */
export function nearestPrefix(name: string): string | undefined {
  const first = firstPart(name);
  // Of short words too many are near to others.
  return first.length < 5 || first === name || owned.has(first) ? undefined : nearestName(first, owned);
}

/** Names to suggest. */
export function markerNames(): readonly string[] {
  return [...byName.entries()].filter(([, { inert }]) => !inert).map(([name]) => name);
}

function firstPart(name: string): string {
  return name.slice(0, `${name}:`.indexOf(':'));
}

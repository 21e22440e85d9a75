import type { MarkerDefinition } from './define-marker.ts';
import { inertMarkers } from './definitions/inert.ts';
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
  ...schemaMarkers,
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

/** Names to suggest. */
export function markerNames(): readonly string[] {
  return [...byName.entries()].filter(([, { inert }]) => !inert).map(([name]) => name);
}

function firstPart(name: string): string {
  return name.slice(0, `${name}:`.indexOf(':'));
}

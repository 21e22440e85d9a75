import { nearestName } from '../diagnostics.ts';
import type { MarkerDefinition } from './define-marker.ts';
import type { SchemaKeyword } from './keywords/keyword.ts';
import { combinationMarkers } from './definitions/combinations.ts';
import { documentationMarkers } from './definitions/documentation.ts';
import { fieldMarkers } from './definitions/fields.ts';
import { inertMarkers, skipMarkers } from './definitions/inert.ts';
import { k8sMarkers } from './definitions/k8s.ts';
import { listMarkers } from './definitions/lists.ts';
import { numberMarkers } from './definitions/numbers.ts';
import { objectMarkers } from './definitions/objects.ts';
import { rbacMarkers } from './definitions/rbac.ts';
import { resourceMarkers } from './definitions/resource.ts';
import { ruleMarkers } from './definitions/rules.ts';
import { stringMarkers } from './definitions/strings.ts';
import { presenceMarkers, typeMarkers } from './definitions/types.ts';
import { unionMarkers } from './definitions/unions.ts';
import { defaultMarkers, valueMarkers } from './definitions/values.ts';
import { webhookMarkers } from './definitions/webhook.ts';

/** Every marker, in the order of the reference page and of imported types. */
export const allMarkers: readonly MarkerDefinition[] = [
  ...rbacMarkers,
  ...webhookMarkers,
  ...resourceMarkers,
  ...typeMarkers,
  ...presenceMarkers,
  ...documentationMarkers,
  ...valueMarkers,
  ...numberMarkers,
  ...stringMarkers,
  ...listMarkers,
  ...objectMarkers,
  ...combinationMarkers,
  ...unionMarkers,
  ...ruleMarkers,
  ...defaultMarkers,
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

/** The first parts of the names of opgen's markers: an unknown marker that begins with one is a typo, not a marker of another tool. */
const owned = new Set(
  ['kubebuilder', 'k8s', 'opgen'].concat(
    [...byName.keys()].filter((name) => name.includes(':')).map(firstPart),
  ),
);

/** Every keyword that a marker sets. */
export const schemaKeywords: readonly SchemaKeyword[] = [
  ...new Set(allMarkers.flatMap(({ keyword }) => keyword ?? [])),
];

/** A marker by its name without the kubebuilder: prefix. */
export function findMarker(name: string): MarkerDefinition | undefined {
  return byName.get(name) ?? wildcards.find((marker) => name.startsWith(marker.name.slice(0, -1)));
}

export function isOwned(name: string): boolean {
  return owned.has(firstPart(name)) || byName.has(firstPart(name));
}

/** The known prefix that is nearest to an unknown one: `kubebuilder` for `kubebuidler`. */
export function nearestPrefix(name: string): string | undefined {
  const first = firstPart(name);
  // Short words are near to too many others.
  return first.length < 5 || first === name || owned.has(first) ? undefined : nearestName(first, owned);
}

/** The names for suggestions. */
export function markerNames(): readonly string[] {
  return [...byName.entries()].filter(([, { inert }]) => !inert).map(([name]) => name);
}

function firstPart(name: string): string {
  return name.slice(0, `${name}:`.indexOf(':'));
}

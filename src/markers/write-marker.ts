import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { MarkerDefinition } from './define-marker.ts';
import type { KeywordName } from './keywords/keyword.ts';
import { allMarkers } from './registry.ts';

/** The first marker that sets each keyword. */
const byKeyword = new Map<KeywordName, MarkerDefinition>();
for (const marker of allMarkers)
  if (marker.keyword !== undefined && !byKeyword.has(marker.keyword.name))
    byKeyword.set(marker.keyword.name, marker);

/** The keywords that a marker above the interface of a kind can set. */
export const keywordsOfKinds: ReadonlySet<KeywordName> = new Set(
  [...byKeyword].flatMap(([name, { on }]) => (on.includes('kind') ? [name] : [])),
);

/** A marker as a comment line. */
export function writeMarker<T>({ argument, name }: MarkerDefinition<T>, value: T): string {
  const text = argument.write(value);
  if (argument.form === 'named') return text === '' ? `// +${name}` : `// +${name}:${text}`;
  return argument.form === 'none' ? `// +${name}` : `// +${name}=${text}`;
}

/** The markers above the interface of a kind, as comment lines, for a version of its CustomResourceDefinition. */
export function markersOfKind(definition: CustomResourceDefinition, version: number): string[] {
  return allMarkers.flatMap((marker) =>
    (marker.readFromDefinition?.(definition, version) ?? []).map((value) => writeMarker(marker, value)),
  );
}

/** The markers that set the keywords of a schema, as comment lines, without the keywords that its type sets. */
export function markersOfSchema(schema: JSONSchemaProps, setByType: ReadonlySet<KeywordName>): string[] {
  return [...byKeyword].flatMap(([name, marker]) => {
    const value: unknown = schema[name];
    const isOff = value === undefined || (value === false && marker.keyword?.holdsData !== true);
    if (isOff || setByType.has(name)) return [];
    const values = marker.repeatable === true && Array.isArray(value) ? value : [value];
    return values.map((each) => writeMarker(marker, each));
  });
}

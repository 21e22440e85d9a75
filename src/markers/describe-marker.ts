import type { MarkerDefinition, Placement } from './define-marker.ts';
import { nameForItems } from './name-for-items.ts';
import { allMarkers } from './registry.ts';

/** A marker as the help and the reference show it. */
export interface MarkerDescription {
  name: string;
  aliases: readonly string[];
  summary: string;
  /** Where it is valid. */
  on: readonly Placement[];
  /** The type of the argument, such as `number` or `list of text`; absent for a marker without one. */
  argument?: string;
  /** The named arguments. */
  parameters: readonly { name: string; value: string; needed: boolean }[];
  repeatable: boolean;
  /** The name for the items of a list or the values of a map. */
  forItems?: string;
  /** The schemas that it applies to. */
  limits?: string | undefined;
  example: string;
  /** Why opgen rejects the marker, and what to write instead. */
  refused?: { message: string; hint: string } | undefined;
}

/** Markers with the same purpose, in the order of the reference. */
export interface MarkerGroup {
  title: string;
  markers: readonly MarkerDescription[];
}

/** The title of the group of markers that have no effect. */
export const inertTitle = 'Without effect';

/** The placements in words. */
export const placements: Readonly<Record<Placement, string>> = {
  file: 'anything, in any file',
  import: 'an import',
  kind: 'the interface of a kind',
  type: 'a type',
  field: 'a field',
};

/** All markers, grouped by purpose. */
export function describedMarkers(): MarkerGroup[] {
  const groups = new Map<string, MarkerDescription[]>();
  for (const marker of allMarkers) {
    const title = purposeOf(marker);
    groups.set(title, [...(groups.get(title) ?? []), describeMarker(marker)]);
  }
  return [...groups].map(([title, markers]) => ({ title, markers }));
}

export function describeMarker(marker: MarkerDefinition): MarkerDescription {
  const {
    aliases = [],
    argument,
    example,
    forItems,
    limits,
    name,
    on,
    unsupported,
    repeatable,
    summary,
  } = marker;
  return {
    name,
    aliases,
    summary,
    on,
    ...(argument.form !== 'none' && { argument: argument.title }),
    parameters: Object.entries(argument.parameters ?? {}).map(([parameter, { optional, type }]) => ({
      name: parameter,
      value: type.title,
      needed: !optional,
    })),
    repeatable: repeatable === true,
    ...(forItems === true && { forItems: nameForItems(marker) }),
    limits,
    example,
    refused: unsupported,
  };
}

function purposeOf({ inert, name, on, unsupported }: MarkerDefinition): string {
  if (unsupported !== undefined) return 'Not supported';
  if (inert === true) return inertTitle;
  if (on.includes('file')) return 'Operator';
  if (on.every((placement) => placement === 'kind')) return 'Kinds';
  return name.startsWith('validation:') ? 'Validation' : 'Fields and types';
}

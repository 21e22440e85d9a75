import type { MarkerDefinition, Placement } from './define-marker.ts';
import { allMarkers } from './registry.ts';

/** What a marker's declaration says, for the help and the reference. */
export interface MarkerDescription {
  name: string;
  aliases: readonly string[];
  summary: string;
  /** Where it may stand. */
  on: readonly Placement[];
  /** In words: `number`, `list of text`; nothing for a marker without argument. */
  argument?: string;
  /** The arguments of a marker that names them. */
  parameters: readonly { name: string; value: string; needed: boolean }[];
  repeatable: boolean;
  /** Its name for the items of a list, or the values of a map. */
  forItems?: string;
  /** The schemas that it is for. */
  limits?: string;
  example: string;
  /** Why it is not accepted, and what to write instead. */
  refused?: { message: string; hint: string };
}

/** Markers of one purpose, in the order of the reference. */
export interface MarkerGroup {
  title: string;
  markers: readonly MarkerDescription[];
}

/** What stands above what, in words. */
export const placements: Readonly<Record<Placement, string>> = {
  file: 'anything, in any file',
  import: 'an import',
  kind: 'the interface of a kind',
  type: 'a type',
  field: 'a field',
};

/** All markers, by what they are for. */
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
    refused,
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
    ...(forItems === true && { forItems: name.replace('validation:', 'validation:items:') }),
    ...(limits !== undefined && { limits }),
    example,
    ...(refused !== undefined && { refused }),
  };
}

function purposeOf({ inert, name, on, refused }: MarkerDefinition): string {
  if (refused !== undefined) return 'Never accepted';
  if (inert === true) return 'Known, and without meaning here';
  if (on.includes('file')) return 'For the operator';
  if (on.every((placement) => placement === 'kind')) return 'For a kind';
  return name.startsWith('validation:') ? 'What values are accepted' : 'For fields and types';
}

import { type Diagnostic, nearestName, type Place } from '../diagnostics.ts';
import type { MarkerDefinition, Placement } from './define-marker.ts';
import type { Marker } from './marker.ts';
import { quoting } from './argument-types.ts';
import {
  malformedArgument,
  markerDescribesNothing,
  misplacedMarker,
  missingArgument,
  misspeltMarker,
  refusedMarker,
  unknownMarker,
} from './diagnostics.ts';
import { ArgumentError, Lexer } from './lexer.ts';
import { itemsPrefix, nameForItems } from './name-for-items.ts';
import { findMarker, isOwned, markerNames, nearestPrefix } from './registry.ts';

/** A comment line that starts with `+`. */
export interface MarkerText {
  text: string;
  place: Place;
}

/**
 * Reads one comment line. Returns nothing for the markers of other tools and for Go markers without effect, and a
 * diagnostic at the wrong part of the line for an invalid marker of opgen.
 */
export function readMarker(line: MarkerText): Marker | Diagnostic | undefined {
  const [, gap = '', written = ''] = /^\+(\s*)([A-Za-z][\w:.-]*)/.exec(line.text) ?? [];
  if (gap !== '') return isOwned(written) ? blankAfterPlus(line, gap, written) : undefined;
  const prefix = written.startsWith('kubebuilder:') ? 'kubebuilder:'.length : 0;
  const { definition, name, itemsDepth } = resolve(written.slice(prefix));
  if (definition === undefined) return unknown(line, written, prefix);
  if (definition.inert) return undefined;
  if (definition.unsupported) return refusedMarker({ ...definition.unsupported, place: line.place });
  if (itemsDepth > 0 && !definition.forItems) {
    return misplacedMarker({
      message: `+${definition.name} cannot be used for the items of a list`,
      place: placeWithin(line, 1, written.length),
    });
  }

  const start = 1 + prefix + name.length;
  try {
    const argument = argumentText(withoutComment(line.text, name), start, definition, written);
    if (definition.argument.form === 'tag') return readWithin(line, argument, definition, itemsDepth);
    const lexer = new Lexer(argument.text);
    try {
      const value = definition.argument.read(lexer);
      if (!lexer.atEnd) lexer.fail(`expected nothing after the value${lexer.found()}`, quoting);
      const argumentPlaces = new Map(
        [...lexer.values].map(([parameter, { offset, length }]): [string, Place] => [
          parameter,
          placeWithin(line, argument.offset + offset, length),
        ]),
      );
      return { definition, value, name, text: line.text, place: line.place, argumentPlaces, itemsDepth };
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      throw new ArgumentError(error.message, {
        diagnostic: error.diagnostic,
        offset: argument.offset + error.offset,
        length: error.length,
        hint: error.hint ?? `for example: ${definition.example}`,
      });
    }
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const message = `+${written.slice(0, prefix + name.length)}: ${error.message}`;
    const place = placeWithin(line, error.offset, error.length);
    return error.diagnostic({ message, hint: error.hint, place });
  }
}

/** controller-gen ignores such a line silently. */
function blankAfterPlus(line: MarkerText, gap: string, written: string): Diagnostic {
  return misspeltMarker({
    message: 'the name of a marker must follow the + directly',
    hint: `write +${written}`,
    place: placeWithin(line, 0, gap.length + written.length + 1),
  });
}

/** Reads the marker after `eachVal=`. */
function readWithin(
  line: MarkerText,
  { offset, text }: { text: string; offset: number },
  outer: MarkerDefinition,
  itemsDepth: number,
): Marker | Diagnostic {
  const place = placeWithin(line, offset, text.length);
  const result = text.startsWith('+') ? readMarker({ text, place }) : undefined;
  if (result === undefined) {
    const hint = `for example: ${outer.example}`;
    return malformedArgument({ message: `+${outer.name}: expected a known marker`, hint, place });
  }
  if (isDiagnostic(result)) return result;
  if (!result.definition.forItems) {
    const message = `+${result.name} cannot be used for the items of a list`;
    return misplacedMarker({ message, place });
  }
  return { ...result, itemsDepth: itemsDepth + 1 + result.itemsDepth };
}

/** A comment may follow the tags of Kubernetes' declarative validation. */
function withoutComment(line: string, name: string): string {
  if (!name.startsWith('k8s:')) return line;
  const [kept = line] = /^(?:"(?:\\.|[^"\\])*"|`[^`]*`|(?! #)[\s\S])*/.exec(line) ?? [];
  return kept.trimEnd();
}

export function isDiagnostic(result: Marker | Diagnostic): result is Diagnostic {
  return 'code' in result;
}

/** Why a marker is not valid at a place. */
export function misplaced(marker: Marker, placement: Placement, what: string): Diagnostic | undefined {
  const { notOn, on } = marker.definition;
  if (on.includes(placement) || on.includes('file')) return undefined;
  const rejection = notOn?.[placement];
  if (rejection !== undefined) return misplacedMarker({ ...rejection, place: marker.place });
  const expected = on.map((place) => places[place]).join(' or ');
  const raise = placement === 'file' ? markerDescribesNothing : misplacedMarker;
  return raise({
    message: `+${marker.name} must be above ${expected}, but it is above ${what}`,
    hint: `for example: ${marker.definition.example}`,
    place: marker.place,
  });
}

const places: Record<Placement, string> = {
  file: 'anything',
  import: 'an import',
  kind: 'the interface of a kind',
  type: 'a type',
  field: 'a field',
};

/** The longest known name at the start of the text, after `validation:items:`. */
function resolve(written: string): {
  definition: MarkerDefinition | undefined;
  name: string;
  itemsDepth: number;
} {
  let inner = written;
  let itemsDepth = 0;
  while (inner.startsWith(itemsDepth === 0 ? itemsPrefix : 'items:')) {
    inner = inner.slice((itemsDepth === 0 ? itemsPrefix : 'items:').length);
    itemsDepth += 1;
  }
  const named = itemsDepth === 0 ? inner : `validation:${inner}`;
  for (
    let candidate = named;
    candidate !== '';
    candidate = candidate.slice(0, Math.max(0, candidate.lastIndexOf(':')))
  ) {
    const definition = findMarker(candidate);
    const rest = named.slice(candidate.length);
    const fits =
      definition !== undefined && (rest === '' || rest === ':' || definition.argument.form === 'named');
    if (fits) return { definition, name: written.slice(0, written.length - rest.length), itemsDepth };
  }
  return { definition: undefined, name: written, itemsDepth };
}

/** The text of the argument, and its offset in the line. */
function argumentText(
  line: string,
  start: number,
  definition: MarkerDefinition,
  written: string,
): { text: string; offset: number } {
  const after = line.slice(start);
  const { argument, example } = definition;
  const { form, title } = argument;
  const separator = form === 'named' ? /^:?/ : /^:?=/;
  if (form === 'none' || (form === 'named' && !after.startsWith(':'))) {
    if (after.trim() === '') return { text: '', offset: 1 };
    const message =
      form === 'none'
        ? 'it takes no argument, so nothing may follow it'
        : 'a colon must precede its arguments';
    throw new ArgumentError(message, { offset: start, length: after.length });
  }
  const [sign] = separator.exec(after) ?? [];
  const value = after.slice(sign?.length);
  if (form !== 'named' && value.trim() === '') {
    throw new ArgumentError('its value is missing', {
      diagnostic: missingArgument,
      offset: 1,
      length: written.length,
      hint:
        sign !== undefined && title === 'text' ? 'write "" for an empty string' : `for example: ${example}`,
    });
  }
  if (sign === undefined)
    throw new ArgumentError(`expected '=' and a value`, {
      diagnostic: missingArgument,
      offset: start,
      length: after.length,
    });
  return { text: value, offset: start + sign.length };
}

function unknown(line: MarkerText, written: string, prefix: number): Diagnostic | undefined {
  const place = placeWithin(line, 0, written.length + 1);
  const bare = written.slice(prefix).replace(/:$/, '');
  const meant = nearestForItems(bare) ?? ofValidation(line, bare);
  if (meant !== undefined) {
    const raise = isOwned(written) ? unknownMarker : misspeltMarker;
    return raise({ message: `unknown marker +${written}`, hint: `did you mean '+${meant}'?`, place });
  }
  const near = (isOwned(written) ? byLastPart(bare) : undefined) ?? nearest(bare);
  const prefixMeant = prefix === 0 ? nearestPrefix(bare) : undefined;
  if (prefixMeant !== undefined && !isOwned(written)) {
    const meant = prefixMeant + bare.slice(bare.indexOf(':'));
    const message = `+${bare} is not a marker`;
    return misspeltMarker({ message, hint: `did you mean '+${meant}'?`, place });
  }
  if (prefix === 0 && !isOwned(written)) {
    if (near === undefined || near.includes(':') !== bare.includes(':')) return undefined;
    const message = `+${bare} is not a marker`;
    return misspeltMarker({ message, hint: `did you mean '+${near}'?`, place });
  }
  const hint = near === undefined ? '`opgen markers` lists all markers' : `did you mean '+${near}'?`;
  return unknownMarker({ message: `unknown marker +${written}`, hint, place });
}

/** The marker for items that an unknown name with `items:` means: `validation:items:MinLength` for `items:minLength`. */
function nearestForItems(written: string): string | undefined {
  const [, levels, inner = ''] =
    /^(?:validation:|k8s:)?((?:items:)+)(?:validation:|k8s:)?(\w+)$/.exec(written) ?? [];
  if (levels === undefined) return undefined;
  const names = new Map<string, MarkerDefinition>();
  for (const name of markerNames()) {
    const definition = findMarker(name);
    if (definition?.forItems === true) names.set(name.slice(name.lastIndexOf(':') + 1), definition);
  }
  const near = nearestName(inner, [...names.keys()]);
  const definition = names.get(near ?? '');
  return definition && nameForItems(definition, levels.length / 'items:'.length);
}

/** The marker that lacks only its prefix: `validation:MinLength` for `MinLength=1`. Other tools have no such names. */
function ofValidation({ text }: MarkerText, written: string): string | undefined {
  const [name = ''] = /^[A-Z]\w*/.exec(written) ?? [];
  const whole = `validation:${name}`;
  const hasArgument = /^[=:]/.test(text.slice(1 + name.length));
  return hasArgument && findMarker(whole) !== undefined ? whole : undefined;
}

/** The marker that an unknown name ends with: `nullable` for `validation:nullable`. */
function byLastPart(written: string): string | undefined {
  const last = written.slice(written.lastIndexOf(':') + 1).toLowerCase();
  return written.includes(':') ? markerNames().find((name) => name.toLowerCase() === last) : undefined;
}

/** The nearest name, with and without the last part, which may be an argument. */
function nearest(written: string): string | undefined {
  const names = markerNames();
  const whole =
    (written.includes(':') ? completed(written, names) : undefined) ?? nearestName(written, names);
  if (whole !== undefined) return whole;
  const shorter = written.slice(0, Math.max(0, written.lastIndexOf(':')));
  if (shorter === '')
    return names.find((name) => name.toLowerCase() === `validation:${written}`.toLowerCase());
  return nearestName(shorter, names);
}

/** The shortest longer name: `validation:Minimum` for `validation:Min`. */
function completed(written: string, names: readonly string[]): string | undefined {
  const longer = names.filter((name) => name.toLowerCase().startsWith(written.toLowerCase()));
  return longer.toSorted((a, b) => a.length - b.length)[0];
}

function placeWithin({ place }: MarkerText, offset: number, length: number): Place {
  return { ...place, column: place.column + offset, length: Math.max(1, length) };
}

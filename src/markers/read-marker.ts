import { type Diagnostic, nearestName, type Place } from '../diagnostics.ts';
import type { MarkerDefinition, Placement } from './define-marker.ts';
import type { Marker } from './marker.ts';
import { quoting } from './argument-types.ts';
import { ArgumentError, Lexer } from './lexer.ts';
import { findMarker, isOwned, markerNames, nearestPrefix } from './registry.ts';

/** A comment line that begins with `+`. */
export interface MarkerText {
  text: string;
  place: Place;
}

const items = 'validation:items:';

/**
 * Reads one comment line. A line that is not ours, or is ours and has no meaning here, gives nothing;
 * a line that is ours and wrong gives a diagnostic that points at the wrong part of it.
 */
export function readMarker(line: MarkerText): Marker | Diagnostic | undefined {
  const [, gap = '', written = ''] = /^\+(\s*)([A-Za-z][\w:.-]*)/.exec(line.text) ?? [];
  if (gap !== '') return isOwned(written) ? withoutGap(line, gap, written) : undefined;
  const prefix = written.startsWith('kubebuilder:') ? 'kubebuilder:'.length : 0;
  const { definition, name, itemsDepth } = resolve(written.slice(prefix));
  if (definition === undefined) return unknown(line, written, prefix);
  if (definition.inert) return undefined;
  if (definition.unsupported)
    return { code: 'OPG1110', severity: 'error', ...definition.unsupported, place: line.place };
  if (itemsDepth > 0 && !definition.forItems) {
    return problem(
      line,
      1,
      written.length,
      'OPG1105',
      `+${definition.name} cannot be used for the items of a list`,
    );
  }

  const start = 1 + prefix + name.length;
  try {
    const argument = argumentText(withoutComment(line.text, name), start, definition, written);
    if (definition.argument.form === 'tag') return readWithin(line, argument, definition, itemsDepth);
    const lexer = new Lexer(argument.text);
    try {
      const value = definition.argument.read(lexer);
      if (!lexer.atEnd) lexer.fail(`nothing may follow the value${lexer.found()}`, quoting);
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
        code: error.code,
        offset: argument.offset + error.offset,
        length: error.length,
        hint: error.hint ?? `for example: ${definition.example}`,
      });
    }
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const message = `+${written.slice(0, prefix + name.length)}: ${error.message}`;
    return problem(line, error.offset, error.length, error.code, message, error.hint);
  }
}

/** Go would take it for a comment, and so would a reader who expects what it says to hold. */
function withoutGap(line: MarkerText, gap: string, written: string): Diagnostic {
  const message = 'a marker begins with a plus and its name, and nothing between them';
  return problem(line, 0, gap.length + written.length + 1, 'OPG1109', message, `write +${written}`);
}

/** A marker behind `eachVal=` says of each value what it would say alone. */
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
    return problem(line, offset, text.length, 'OPG1102', `+${outer.name}: expected a marker of ours`, hint);
  }
  if (isDiagnostic(result)) return result;
  if (!result.definition.forItems) {
    const message = `+${result.name} cannot be used for the items of a list`;
    return problem(line, offset, text.length, 'OPG1105', message);
  }
  return { ...result, itemsDepth: itemsDepth + 1 + result.itemsDepth };
}

/** Behind the tags of Kubernetes a comment may follow. */
function withoutComment(line: string, name: string): string {
  if (!name.startsWith('k8s:')) return line;
  const [kept = line] = /^(?:"(?:\\.|[^"\\])*"|`[^`]*`|(?! #)[\s\S])*/.exec(line) ?? [];
  return kept.trimEnd();
}

export function isDiagnostic(result: Marker | Diagnostic): result is Diagnostic {
  return 'code' in result;
}

/** Whether a marker may stand at a place, and if not, why not. */
export function misplaced(marker: Marker, placement: Placement, what: string): Diagnostic | undefined {
  const { notOn, on } = marker.definition;
  if (on.includes(placement) || on.includes('file')) return undefined;
  const refusal = notOn?.[placement];
  if (refusal !== undefined) return { code: 'OPG1105', severity: 'error', ...refusal, place: marker.place };
  const belongs = on.map((place) => places[place]).join(' or ');
  return {
    code: placement === 'file' ? 'OPG1106' : 'OPG1105',
    severity: 'error',
    message: `+${marker.name} belongs above ${belongs}, and this is above ${what}`,
    hint: `for example: ${marker.definition.example}`,
    place: marker.place,
  };
}

const places: Record<Placement, string> = {
  file: 'anything',
  import: 'an import',
  kind: 'the interface of a kind',
  type: 'a type',
  field: 'a field',
};

/** The longest known name that the text begins with, `validation:items:` taken off. */
function resolve(written: string): {
  definition: MarkerDefinition | undefined;
  name: string;
  itemsDepth: number;
} {
  let inner = written;
  let itemsDepth = 0;
  while (inner.startsWith(itemsDepth === 0 ? items : 'items:')) {
    inner = inner.slice((itemsDepth === 0 ? items : 'items:').length);
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

/** The text that the argument's grammar reads, and where it begins in the line. */
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
      form === 'none' ? 'takes no argument and nothing may follow it' : 'its arguments follow a colon';
    throw new ArgumentError(message, { offset: start, length: after.length });
  }
  const [sign] = separator.exec(after) ?? [];
  const value = after.slice(sign?.length);
  if (form !== 'named' && value.trim() === '') {
    throw new ArgumentError('its value is missing', {
      code: 'OPG1104',
      offset: 1,
      length: written.length,
      hint: sign !== undefined && title === 'text' ? 'write "" for an empty text' : `for example: ${example}`,
    });
  }
  if (sign === undefined)
    throw new ArgumentError(`expected '=' and a value`, {
      code: 'OPG1104',
      offset: start,
      length: after.length,
    });
  return { text: value, offset: start + sign.length };
}

function unknown(line: MarkerText, written: string, prefix: number): Diagnostic | undefined {
  const bare = written.slice(prefix).replace(/:$/, '');
  const near = (isOwned(written) ? byLastPart(bare) : undefined) ?? nearest(bare);
  const prefixMeant = prefix === 0 ? nearestPrefix(bare) : undefined;
  if (prefixMeant !== undefined && !isOwned(written)) {
    const meant = prefixMeant + bare.slice(bare.indexOf(':'));
    const message = `+${bare} is not a marker`;
    return problem(line, 0, written.length + 1, 'OPG1109', message, `did you mean '+${meant}'?`);
  }
  if (prefix === 0 && !isOwned(written)) {
    if (near === undefined || near.includes(':') !== bare.includes(':')) return undefined;
    const message = `+${bare} is not a marker`;
    return problem(line, 0, written.length + 1, 'OPG1109', message, `did you mean '+${near}'?`);
  }
  const hint =
    near === undefined ? 'see the reference of markers for those that exist' : `did you mean '+${near}'?`;
  return problem(line, 0, written.length + 1, 'OPG1101', `there is no marker +${written}`, hint);
}

/** `validation:nullable` means `nullable`: what is ours and ends like a marker means that marker. */
function byLastPart(written: string): string | undefined {
  const last = written.slice(written.lastIndexOf(':') + 1).toLowerCase();
  return written.includes(':') ? markerNames().find((name) => name.toLowerCase() === last) : undefined;
}

/** The marker that was meant, judged with and without its last part, which may be an argument. */
function nearest(written: string): string | undefined {
  const names = markerNames();
  const whole =
    (written.includes(':') ? beginningWith(written, names) : undefined) ?? nearestName(written, names);
  if (whole !== undefined) return whole;
  const shorter = written.slice(0, Math.max(0, written.lastIndexOf(':')));
  if (shorter === '')
    return names.find((name) => name.toLowerCase() === `validation:${written}`.toLowerCase());
  return nearestName(shorter, names);
}

/** `validation:Min` is near to nothing, and means what begins so. */
function beginningWith(written: string, names: readonly string[]): string | undefined {
  const begun = names.filter((name) => name.toLowerCase().startsWith(written.toLowerCase()));
  return begun.toSorted((a, b) => a.length - b.length)[0];
}

function problem(
  line: MarkerText,
  offset: number,
  length: number,
  code: Diagnostic['code'],
  message: string,
  hint?: string,
): Diagnostic {
  const place = placeWithin(line, offset, length);
  return { code, severity: 'error', message, ...(hint !== undefined && { hint }), place };
}

function placeWithin({ place }: MarkerText, offset: number, length: number): Place {
  return { ...place, column: place.column + offset, length: Math.max(1, length) };
}

import { unknownType } from '../diagnostics.ts';
import { nearestName } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type FieldModel, objectOf, unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import { isAssignable } from './assignable.ts';
import { partsOf } from './conditional.ts';
import { fieldsOf } from './fields-of.ts';
import { mapOf } from './map.ts';
import { withoutPresence } from './mapped.ts';
import type { Resolution, Scope } from './resolution.ts';
import { unionOf, withoutAbsence } from './union.ts';

/** A reference to a utility type with its type arguments. */
interface Use {
  arguments: readonly TypeSyntax[];
  /** The whole reference. */
  written: TypeSyntax & { kind: 'reference' };
  scope: Scope;
  resolution: Resolution;
}

/** The utility types of TypeScript that opgen supports. */
const utilities: Readonly<Record<string, (use: Use) => TypeModel>> = {
  Array: list,
  ReadonlyArray: list,
  Record: ({ arguments: [key, value], resolution, scope, written }) =>
    key === undefined || value === undefined
      ? missing(written)
      : mapOf(key, resolution.resolve(value, scope), written.place, scope, resolution),
  Partial: (use) => eachField(use, true),
  Required: (use) => eachField(use, false),
  Readonly: (use) => argument(use, 0),
  Pick: (use) => chosenFields(use, (name, names) => names.includes(name)),
  Omit: (use) => chosenFields(use, (name, names) => !names.includes(name)),
  NonNullable: (use) => withoutAbsence(argument(use, 0)),
  Exclude: (use) => chosenParts(use, false),
  Extract: (use) => chosenParts(use, true),
  Uppercase: (use) => changedText(use, (text) => text.toUpperCase()),
  Lowercase: (use) => changedText(use, (text) => text.toLowerCase()),
  Capitalize: (use) => changedText(use, (text) => text.charAt(0).toUpperCase() + text.slice(1)),
  Uncapitalize: (use) => changedText(use, (text) => text.charAt(0).toLowerCase() + text.slice(1)),
};

/** Applies a utility type to its arguments; undefined if no utility type has this name. */
export function utilityType(
  type: TypeSyntax & { kind: 'reference' },
  scope: Scope,
  resolution: Resolution,
): TypeModel | undefined {
  if (!Object.hasOwn(utilities, type.name)) return undefined;
  return utilities[type.name]?.({ arguments: type.arguments, written: type, scope, resolution });
}

function argument({ arguments: given, resolution, scope, written }: Use, position: number): TypeModel {
  const type = given[position];
  return type === undefined ? missing(written) : resolution.resolve(type, scope);
}

function list(use: Use): TypeModel {
  return { kind: 'list', element: argument(use, 0), place: use.written.place };
}

function eachField(use: Use, optional: boolean): TypeModel {
  const { place } = use.written;
  const change = (type: TypeModel): TypeModel => {
    const inner = unwrapped(type);
    if (inner.kind === 'union') return unionOf(inner.variants.map(change), place);
    const { fields, open, problems } = fieldsOf(type, use.arguments[0] ?? use.written, use.resolution.facts);
    return objectOf(
      fields.map((field): FieldModel => ({ ...field, optional, markers: withoutPresence(field, optional) })),
      place,
      { open, problems },
    );
  };
  return change(argument(use, 0));
}

function chosenFields(use: Use, isChosen: (name: string, names: readonly string[]) => boolean): TypeModel {
  const { arguments: given, resolution, written } = use;
  const [of = written, keys = written] = given;
  const { fields, problems } = fieldsOf(argument(use, 0), of, resolution.facts);
  const names = unwrapped(argument(use, 1));
  if (names.kind === 'unreadable') return names;
  const listed = names.kind === 'literals' ? names.values.map(String) : [];
  if (names.kind !== 'literals' && names.kind !== 'never')
    return unreadableType(
      keys.place,
      `${keys.text} is not a list of field names`,
      "write them: 'name' | 'image'",
    );
  const existing = fields.map(({ name }) => name);
  // TypeScript accepts any key in Omit.
  const isUnknown = (name: string): boolean => written.name === 'Pick' && !existing.includes(name);
  const unknown = problems.length > 0 ? undefined : listed.find(isUnknown);
  if (unknown !== undefined) {
    const near = nearestName(unknown, existing);
    const hint = near === undefined ? `it has ${existing.join(', ')}` : `did you mean '${near}'?`;
    return unreadableType(keys.place, `${of.text} has no field ${unknown}`, hint, unknownType);
  }
  const chosen = fields.filter(({ name }) => isChosen(name, listed));
  return objectOf(chosen, written.place, { problems });
}

function chosenParts(use: Use, wanted: boolean): TypeModel {
  const { arguments: given, written } = use;
  const [of, target] = [argument(use, 0), argument(use, 1)];
  if (of.kind === 'unreadable') return of;
  if (target.kind === 'unreadable') return target;
  const verdicts = partsOf(of).map((part) => ({ part, verdict: isAssignable(part, target) }));
  if (verdicts.some(({ verdict }) => verdict === undefined)) {
    const [type, from] = given.map(({ text }) => text);
    return unreadableType(written.place, `opgen cannot compare ${type} with ${from}`, 'write the union out');
  }
  return unionOf(
    verdicts.filter(({ verdict }) => verdict === wanted).map(({ part }) => part),
    written.place,
  );
}

function changedText(use: Use, change: (text: string) => string): TypeModel {
  const type = unwrapped(argument(use, 0));
  const { place, text } = use.written;
  if (type.kind !== 'literals')
    return type.kind === 'unreadable'
      ? type
      : unreadableType(
          place,
          `${text} has no pattern that opgen can derive`,
          'use string with +validation:Pattern',
        );
  return { kind: 'literals', values: type.values.map((value) => change(String(value))), place };
}

function missing({ place, text }: TypeSyntax): TypeModel {
  return unreadableType(place, `${text} requires a type argument`, 'add it between < and >');
}

import type { Place } from '../../diagnostics.ts';
import { keyOf, unreadableType, type TypeModel, unwrapped, withoutUndefined } from '../type-model.ts';
import { alternativesOf } from './alternatives.ts';
import { fieldsIn } from './fields-of.ts';
import { patternOf } from './template.ts';

/** `A | B`: the type of the values that match any member. */
export function unionOf(types: readonly TypeModel[], place: Place): TypeModel {
  const optional = types.some((type) => withoutUndefined(type).optional);
  const nullable = types.some((type) => unwrapped(withoutUndefined(type).type).kind === 'nullable');
  if (optional || nullable) {
    const type = unionOf(types.map(withoutAbsence), place);
    const withNull: TypeModel = nullable ? { kind: 'nullable', type, place } : type;
    return optional ? { kind: 'optional', type: withNull, place } : withNull;
  }
  const different = withoutRepetition(types.filter(({ kind }) => kind !== 'never'));
  const [only, ...more] = different;
  if (only === undefined) return { kind: 'never', place };
  if (more.length === 0) return only;

  const resolved = different.map(unwrapped);
  const unreadable = resolved.find(({ kind }) => kind === 'unreadable');
  if (unreadable !== undefined) return unreadable;
  if (resolved.some(({ kind }) => kind === 'anything')) return { kind: 'anything', place };
  if (resolved.every(isObject)) {
    return {
      kind: 'union',
      variants: different.flatMap((type) => (isUnion(type) ? type.variants : [type])),
      place,
    };
  }
  const marked = different.find((type) => type.kind === 'named' && type.markers.length > 0);
  if (marked?.kind === 'named') {
    return unreadableType(
      place,
      `the markers of ${marked.name} cannot apply to one member of a union`,
      'move the markers above the union, or list the values in it',
    );
  }
  return scalarUnion(resolved.flatMap(kindsOfValues), place);
}

/** Splits integer or string, which is one type in a schema, into its members. */
function kindsOfValues(type: TypeModel): readonly TypeModel[] {
  const { place } = type;
  if (type.kind === 'intOrString' && type.pattern !== undefined)
    return [
      { kind: 'number', place },
      { kind: 'pattern', pattern: type.pattern, place },
    ];
  return alternativesOf(type) ?? [type];
}

/** A union of scalars: of one type, or of integers and strings. */
function scalarUnion(types: readonly TypeModel[], place: Place): TypeModel {
  const values = types.flatMap((type) => (type.kind === 'literals' ? type.values : []));
  const wide = types.filter(({ kind }) => kind !== 'literals');
  const literalTypes = new Set(values.map((value) => typeof value));
  if (wide.length === 0 && literalTypes.size === 1)
    return { kind: 'literals', values: [...new Set(values)], place };

  const ofAnyText = types.find((type) => isText(type) && type.kind !== 'pattern');
  if (types.every((type) => isText(type) || isTextLiterals(type))) {
    if (ofAnyText !== undefined) return ofAnyText;
    return { kind: 'pattern', pattern: types.map((type) => patternOf(type)).join('|'), place };
  }
  const [first] = wide;
  const isBoolean = first?.kind === 'primitive' && first.type === 'boolean';
  if (wide.length === 1 && first !== undefined && literalTypes.size === 1) {
    if (isBoolean && literalTypes.has('boolean')) return first;
    if (isNumber(first) && literalTypes.has('number')) return first;
  }

  const numbers = types.some((type) => isWholeNumber(type));
  if (wide.length === 0 && !literalTypes.has('boolean') && values.every((value) => !isFraction(value)))
    return { kind: 'intOrString', values, place };
  const texts = types.filter((type) => isText(type) || isTextLiterals(type));
  const others = types.filter((type) => !texts.includes(type));
  if (numbers && others.every((type) => isWholeNumber(type) || isWholeLiterals(type))) {
    if (ofAnyText !== undefined) return { kind: 'runtime', name: 'IntOrString', place };
    return { kind: 'intOrString', pattern: texts.map((type) => patternOf(type)).join('|'), place };
  }
  return unreadableType(
    place,
    'this union has no schema',
    'a schema supports values of one type, integer or string, objects, and | null: use unknown, or a field for each member',
  );
}

function isText(type: TypeModel): boolean {
  return (
    type.kind === 'pattern' ||
    (type.kind === 'primitive' && type.type === 'string') ||
    (type.kind === 'runtime' && textTypes.has(type.name))
  );
}

const textTypes = new Set(['Duration', 'Time', 'MicroTime', 'Base64']);

function isTextLiterals(type: TypeModel): boolean {
  return type.kind === 'literals' && type.values.every((value) => typeof value === 'string');
}

function isWholeLiterals(type: TypeModel): boolean {
  return type.kind === 'literals' && type.values.every((value) => Number.isInteger(value));
}

function isWholeNumber(type: TypeModel): boolean {
  return type.kind === 'number' || (type.kind === 'runtime' && /^Int(32|64|eger)$/.test(type.name));
}

function isNumber(type: TypeModel): boolean {
  return isWholeNumber(type) || (type.kind === 'runtime' && type.name === 'Double');
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}

function isObject(type: TypeModel): boolean {
  // All named types of Kubernetes are objects, except those that @opgen/runtime also declares.
  return type.kind === 'union' || type.kind === 'builtIn' || fieldsIn(type) !== undefined;
}

function isUnion(type: TypeModel): type is TypeModel & { kind: 'union' } {
  return type.kind === 'union';
}

function withoutRepetition(types: readonly TypeModel[]): TypeModel[] {
  const byKey = new Map<string, TypeModel>();
  for (const type of types) {
    const key = keyOf(type);
    if (!byKey.has(key)) byKey.set(key, type);
  }
  return [...byKey.values()];
}

/** A type without null and undefined. */
export function withoutAbsence(type: TypeModel): TypeModel {
  if (type.kind === 'optional' || type.kind === 'nullable') return withoutAbsence(type.type);
  if (type.kind !== 'named') return type;
  const inner = withoutAbsence(type.type);
  return inner === type.type ? type : { ...type, type: inner };
}

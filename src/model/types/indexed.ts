import { valueSchema } from '@opgen/rules/schema';
import { unknownType } from '../diagnostics.ts';
import type { Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type FieldModel, unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import { fieldsIn, knownSchema } from './fields-of.ts';
import { typeOfField } from './marked.ts';
import type { Resolution, Scope } from './resolution.ts';
import { unionOf } from './union.ts';

/** `Spec['field']`, `List[number]`, `T[keyof T]`. */
export function indexedType(
  { index, object, place, text }: TypeSyntax & { kind: 'indexed' },
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const of = unwrapped(resolution.resolve(object, scope));
  const by = unwrapped(resolution.resolve(index, scope));
  if (of.kind === 'unreadable') return of;
  if (by.kind === 'unreadable') return by;
  if (of.kind === 'union')
    return unionOf(
      of.variants.map((variant) => part(variant, by, object.text, text, place, resolution)),
      place,
    );
  return part(of, by, object.text, text, place, resolution);
}

function part(
  type: TypeModel,
  by: TypeModel,
  owner: string,
  text: string,
  place: Place,
  { facts }: Resolution,
): TypeModel {
  const of = unwrapped(type);
  const isNumber =
    by.kind === 'number' || (by.kind === 'literals' && by.values.every((value) => isPosition(value)));
  const schema = knownSchema(of, facts) ?? {};
  const [items, values] = [schema.items, valueSchema(schema)];
  if (items !== undefined && isNumber) return { kind: 'structural', schema: items, place };
  if (values !== undefined) return { kind: 'structural', schema: values, place };
  if (of.kind === 'list' && isNumber) return of.element;
  if (of.kind === 'tuple' && by.kind === 'number')
    return unionOf([...of.elements, ...(of.rest ? [of.rest] : [])], place);
  if (of.kind === 'map' && by.kind !== 'number') return of.value;
  if (by.kind === 'literals') {
    const parts = by.values.map((name): TypeModel => {
      if (of.kind === 'tuple') return of.elements[Number(name)] ?? of.rest ?? absent(owner, name, place);
      const field = fieldsIn(of, facts)?.find((each) => each.name === String(name));
      return field === undefined ? absent(owner, name, place) : partOf(field, `${owner}['${name}']`);
    });
    return unionOf(parts, place);
  }
  return unreadableType(place, `opgen cannot resolve ${text} from the syntax`, 'write the type out');
}

function partOf(field: FieldModel, name: string): TypeModel {
  const type = typeOfField(field, name);
  return field.optional ? { kind: 'optional', type, place: field.place } : type;
}

function absent(owner: string, name: unknown, place: Place): TypeModel {
  return unreadableType(place, `${owner} has no field ${String(name)}`, 'see its declaration', unknownType);
}

function isPosition(value: unknown): boolean {
  return typeof value === 'number';
}

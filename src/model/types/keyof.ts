import type { TypeSyntax } from '../../source/type-syntax.ts';
import { unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import { fieldsIn } from './fields-of.ts';
import type { Resolution, Scope } from './resolution.ts';

/** `keyof T`: the names of the fields in declaration order; for a union, the names that all members have. */
export function keyofType(
  { place, type }: TypeSyntax & { kind: 'keyof' },
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const of = unwrapped(resolution.resolve(type, scope));
  if (of.kind === 'unreadable') return of;
  if (of.kind === 'map' || of.kind === 'openObject') return { kind: 'primitive', type: 'string', place };
  const variants = of.kind === 'union' ? of.variants : [of];
  const [first, ...others] = variants.map((variant) =>
    fieldsIn(variant, resolution.facts)?.map(({ name }) => name),
  );
  if (first === undefined)
    return unreadableType(place, `opgen cannot list the fields of ${type.text}`, 'write the names out');
  const values = first.filter((name) => others.every((names) => names?.includes(name)));
  return values.length === 0 ? { kind: 'never', place } : { kind: 'literals', values, place };
}

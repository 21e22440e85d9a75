import { alternativesOf } from './alternatives.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import { isAssignable } from './assignable.ts';
import { type Resolution, type Scope, withParameter } from './resolution.ts';
import { unionOf } from './union.ts';

/** `T extends U ? X : Y`, if opgen can compare both. Distributes over a union in a type parameter. */
export function conditionalType(
  type: TypeSyntax & { kind: 'conditional' },
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const { check, place } = type;
  const target = resolution.resolve(type.extends, scope);
  if (target.kind === 'unreadable') return target;
  const decide = (checked: TypeModel, within: Scope): TypeModel => {
    const verdict = isAssignable(checked, target);
    if (verdict === undefined) {
      return unreadableType(
        place,
        `opgen cannot decide from the syntax whether ${check.text} extends ${type.extends.text}`,
        'write the resulting type',
      );
    }
    return resolution.resolve(verdict ? type.whenTrue : type.whenFalse, within);
  };

  const checked = resolution.resolve(check, scope);
  if (checked.kind === 'unreadable') return checked;
  const isParameter = check.kind === 'reference' && scope.parameters.has(check.name);
  if (!isParameter) return decide(checked, scope);
  const parts = partsOf(checked);
  return unionOf(
    parts.map((part) => decide(part, withParameter(scope, check.name, part))),
    place,
  );
}

/** The members of a union; any other type is its only member. */
export function partsOf(type: TypeModel): readonly TypeModel[] {
  const inner = unwrapped(type);
  if (inner.kind === 'nullable' || inner.kind === 'optional') {
    const { kind, place } = inner;
    return [...partsOf(inner.type), { kind, type: { kind: 'never', place }, place }];
  }
  if (inner.kind === 'union') return inner.variants.flatMap(partsOf);
  if (inner.kind === 'literals' && inner.values.length > 1)
    return inner.values.map((value) => ({ kind: 'literals', values: [value], place: inner.place }));
  return alternativesOf(inner) ?? [type];
}

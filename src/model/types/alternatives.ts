import type { TypeModel } from '../type-model.ts';

/** The members of a type that accepts integers and strings; undefined for other types and those with a pattern. */
export function alternativesOf(type: TypeModel): readonly TypeModel[] | undefined {
  const { place } = type;
  if (type.kind === 'intOrString' && type.values !== undefined)
    return type.values.map((value): TypeModel => ({ kind: 'literals', values: [value], place }));
  if (type.kind !== 'runtime' || type.name !== 'IntOrString') return undefined;
  return [
    { kind: 'number', place },
    { kind: 'primitive', type: 'string', place },
  ];
}

import type { TypeModel } from '../type-model.ts';

/** The types of which a type of numbers and text is made; nothing for any other, and where they are not kept apart. */
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

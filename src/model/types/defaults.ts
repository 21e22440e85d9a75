import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type NamedDefault, unwrapped } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** The fields that `Defaults<'size' | 'image'>` of `@opgen/runtime` names; undefined for any other type. */
export function namedDefaults(
  type: TypeSyntax,
  scope: Scope,
  resolution: Resolution,
): NamedDefault[] | undefined {
  if (type.kind !== 'reference') return undefined;
  const imported = scope.file.imports.get(type.name);
  if (imported?.from !== '@opgen/runtime' || imported.name !== 'Defaults') return undefined;
  const names = type.arguments.flatMap((argument) => {
    const { kind, ...model } = unwrapped(resolution.resolve(argument, scope));
    return kind === 'literals' && 'values' in model ? model.values.map(String) : [];
  });
  return names.map((field) => ({ field, place: type.place }));
}

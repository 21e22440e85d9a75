import { nearestName } from '../../diagnostics.ts';
import { runtimeTypes } from '../../kubernetes/runtime-types.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type TypeModel, unwrapped } from '../type-model.ts';
import { mapType } from './map.ts';
import { fieldsOf } from './object.ts';
import type { Resolution, Scope } from './resolution.ts';
import { isUtility, utilities, type Utility } from './utility-types.ts';

type Reference = TypeSyntax & { kind: 'reference' };

/** A type of the language itself; what is none is reported as unknown. */
export function standardType(type: Reference, scope: Scope, resolution: Resolution): TypeModel {
  const { name, place } = type;
  const [first, second] = type.arguments;
  if ((name === 'Array' || name === 'ReadonlyArray') && first !== undefined) {
    return { kind: 'list', element: resolution.resolve(first, scope), place };
  }
  if (name === 'Record' && first !== undefined && second !== undefined)
    return mapType(first, second, place, scope, resolution);
  if (name === 'Date') return { kind: 'runtime', name: 'Time', place };
  if (isUtility(name) && first !== undefined) return utilityType(utilities[name], type, scope, resolution);
  const names = [...scope.file.declarations.keys(), ...scope.file.imports.keys(), 'Array', 'Record'];
  const near = nearestName(name, names);
  const known = name in runtimeTypes ? `import it: import type { ${name} } from '@opgen/runtime'` : undefined;
  return resolution.refuse(
    place,
    `there is no type ${name} here`,
    known ?? (near === undefined ? 'declare it in this project, or import it' : `did you mean '${near}'?`),
    'OPG1202',
  );
}

function utilityType(utility: Utility, type: Reference, scope: Scope, resolution: Resolution): TypeModel {
  const { place } = type;
  const [of, argument] = type.arguments;
  const fields = of && fieldsOf(resolution.resolve(of, scope), of, resolution);
  if (fields === undefined) return { kind: 'unreadable', place };
  const names = argument === undefined ? undefined : unwrapped(resolution.resolve(argument, scope));
  const chosen = names?.kind === 'literals' ? names.values.map(String) : [];
  return { kind: 'object', fields: utility(fields, chosen), place };
}

import { unknownType } from '../diagnostics.ts';
import { didYouMean, nearestName } from '../../diagnostics.ts';
import { modulesOfType } from '../../kubernetes/built-in-types.ts';
import type { Facts } from '../../kubernetes/facts.ts';
import { moduleOfRuntimeType, runtimeTypes } from '../../kubernetes/runtime-types.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { unreadableType, type TypeModel } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';
import { utilityType } from './utility-types.ts';

/** A type that TypeScript itself declares; an unknown type for any other name. */
export function standardType(
  type: TypeSyntax & { kind: 'reference' },
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const known = utilityType(type, scope, resolution);
  if (known !== undefined) return known;
  const { name, place } = type;
  const instead = Object.hasOwn(notJson, name) ? notJson[name] : undefined;
  if (instead !== undefined) return unreadableType(place, `${name} has no JSON representation`, instead);
  resolution.unknownNames.add(name);
  const names = [
    ...scope.file.declarations.keys(),
    ...scope.file.imports.keys(),
    ...scope.parameters.keys(),
    'Array',
    'Record',
  ];
  const hint =
    importOf(name, resolution.facts) ??
    didYouMean(name, names) ??
    importOf(nearestName(name, Object.keys(runtimeTypes)), resolution.facts) ??
    (name.includes('.') ? unnested : 'declare it in this project, or import it');
  return unreadableType(place, `unknown type ${name}`, hint, unknownType);
}

/** A suggestion for a type that `@opgen/runtime` or one of its modules exports. */
function importOf(name: string | undefined, facts: Facts | undefined): string | undefined {
  if (name === undefined) return undefined;
  const module = Object.hasOwn(runtimeTypes, name)
    ? moduleOfRuntimeType(name)
    : facts && modulesOfType(facts, name)[0];
  return module && `import it: import type { ${name} } from '${module}'`;
}

const unnested = 'move it to the top level of a file: opgen does not read namespaces';
const bytes = "JSON encodes bytes in base64: use Base64 from '@opgen/runtime'";
const functions = 'JSON has no functions: remove it, or move it to a separate type';

/** Types of TypeScript without a JSON form, and what to write instead. */
const notJson: Readonly<Record<string, string>> = {
  Date: "JSON has no dates: use Time from '@opgen/runtime', a string",
  Set: 'use T[] with // +listType=set above the field',
  ReadonlySet: 'use T[] with // +listType=set above the field',
  Map: 'use Record<string, T>',
  ReadonlyMap: 'use Record<string, T>',
  Uint8Array: bytes,
  ArrayBuffer: bytes,
  Buffer: bytes,
  Function: functions,
  Promise: 'use the type that it resolves to',
  RegExp: 'use string with +validation:Pattern',
  URL: 'use string with +validation:Format=uri',
  Error: 'use string, or Condition for the status of an operator',
  String: 'use string',
  Number: "use Integer, Int32, Int64 or Double from '@opgen/runtime'",
  Boolean: 'use boolean',
  Object: 'use Record<string, unknown>',
  ReturnType: 'opgen does not run code: write the type out',
  Parameters: 'opgen does not run code: write the type out',
  Awaited: 'opgen does not run code: write the type out',
  InstanceType: 'API objects are plain data: write an interface',
};

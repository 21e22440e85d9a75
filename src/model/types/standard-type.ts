import { unknownType } from '../diagnostics.ts';
import { didYouMean } from '../../diagnostics.ts';
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
  const names = [
    ...scope.file.declarations.keys(),
    ...scope.file.imports.keys(),
    ...scope.parameters.keys(),
    'Array',
    'Record',
  ];
  const hint = Object.hasOwn(runtimeTypes, name)
    ? `import it: import type { ${name} } from '${moduleOfRuntimeType(name)}'`
    : (didYouMean(name, names) ??
      (name.includes('.') ? unnested : 'declare it in this project, or import it'));
  return unreadableType(place, `unknown type ${name}`, hint, unknownType);
}

const unnested = 'write it at the top level of a file: what stands in a namespace is not read';
const bytes = "bytes are text in base 64: say Base64 of '@opgen/runtime'";
const functions = 'JSON has no functions: leave it out, or put it into a type of its own';

/** Types of TypeScript without a JSON form, and what to write instead. */
const notJson: Readonly<Record<string, string>> = {
  Date: "what the API server sends is text: say Time of '@opgen/runtime'",
  Set: 'say T[] with // +listType=set above the field',
  ReadonlySet: 'say T[] with // +listType=set above the field',
  Map: 'say Record<string, T>',
  ReadonlyMap: 'say Record<string, T>',
  Uint8Array: bytes,
  ArrayBuffer: bytes,
  Buffer: bytes,
  Function: functions,
  Promise: 'say what it resolves to',
  RegExp: 'say string, with the pattern in a marker: +validation:Pattern',
  URL: 'say string, with // +validation:Format=uri above the field',
  Error: 'say string, or Condition for what an operator reports',
  String: 'say string',
  Number: "say Integer, Int32, Int64 or Double, from '@opgen/runtime'",
  Boolean: 'say boolean',
  Object: 'say Record<string, unknown>',
  ReturnType: 'functions are not run: write the type out',
  Parameters: 'functions are not run: write the type out',
  Awaited: 'functions are not run: write the type out',
  InstanceType: 'classes are no data: write an interface',
};

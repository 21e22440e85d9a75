import { type Doc, group, ifBreak, indent, join, line, softline } from './doc.ts';
import type { Type } from './expression.ts';

/** `type left = …` */
export function aliasDoc(left: string, types: readonly Type[]): Doc {
  if (isUnion(types)) return group([left, ' =', group(indent([line, typesDoc(types)]))]);
  const space = group(indent(line));
  return group([left, ' =', space, indent(typesDoc(types), space)]);
}

/** `name: …` of an interface. */
export function memberDoc(name: string, types: readonly Type[]): Doc {
  if (isUnion(types)) return [name, ':', group(indent([line, typesDoc(types)]))];
  return [name, ': ', typesDoc(types)];
}

/** Whether the types are a union that can break. Prettier never breaks `Name | null`. */
function isUnion(types: readonly Type[]): boolean {
  if (types.length === 1) return false;
  const others = types.filter((type) => !isNull(type));
  return others.length !== 1 || others.some((type) => type.type !== 'named' || !isReference(type.name));
}

function isNull(type: Type): boolean {
  return type.type === 'named' && type.name === 'null' && type.suffix === '';
}

const keywords = new Set([
  'string',
  'number',
  'boolean',
  'unknown',
  'never',
  'any',
  'undefined',
  'true',
  'false',
]);

function isReference(name: string): boolean {
  return /^[A-Za-z_$]/.test(name) && !keywords.has(name);
}

export function typesDoc(types: readonly Type[]): Doc {
  if (!isUnion(types)) return join(' | ', types.map(typeDoc));
  return group([ifBreak('| '), join([line, '| '], types.map(typeDoc))]);
}

function typeDoc(type: Type): Doc {
  if (type.type === 'bracketed')
    return [group(['(', indent([softline, typesDoc(type.types)]), softline, ')']), type.suffix];
  return [type.name, typeArgumentsDoc(type.args), type.suffix];
}

/** A single type name never breaks out of its angle brackets. */
export function typeArgumentsDoc(args: readonly (readonly Type[])[]): Doc {
  if (args.length === 0) return '';
  const docs = args.map(typesDoc);
  const [only, ...others] = args;
  if (others.length === 0 && only?.length === 1 && only[0]?.type === 'named' && only[0].args.length === 0)
    return ['<', docs, '>'];
  return group(['<', indent([softline, join([',', line], docs)]), softline, '>']);
}

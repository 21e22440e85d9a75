import type { Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type TypeModel, unwrapped } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** A union: of literals, of number and string, or of a type and null. */
export function unionType(
  members: readonly TypeSyntax[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const others = members.filter((member) => !isKeyword(member, 'null'));
  const type = nonNullUnion(others, place, scope, resolution);
  return others.length < members.length ? { kind: 'nullable', type, place } : type;
}

function nonNullUnion(
  members: readonly TypeSyntax[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const [only, ...more] = members;
  if (only !== undefined && more.length === 0) return resolution.resolve(only, scope);
  const keywords = members.map((member) => (member.kind === 'keyword' ? member.name : '')).toSorted();
  if (keywords.join() === 'number,string') return { kind: 'runtime', name: 'IntOrString', place };

  const resolved = members.map((member) => unwrapped(resolution.resolve(member, scope)));
  if (resolved.some(({ kind }) => kind === 'unreadable')) return { kind: 'unreadable', place };
  const literals = resolved.flatMap((type) => (type.kind === 'literals' ? type.values : []));
  if (resolved.every(({ kind }) => kind === 'literals')) {
    const types = new Set(literals.map((value) => typeof value));
    if (types.size === 1) return { kind: 'literals', values: [...new Set(literals)], place };
  }
  const numbers = resolved.some((type) => type.kind === 'runtime' && /^Int(32|64)$/.test(type.name));
  const strings = resolved.some((type) => type.kind === 'primitive' && type.type === 'string');
  if (resolved.length === 2 && numbers && strings) return { kind: 'runtime', name: 'IntOrString', place };
  return resolution.refuse(
    place,
    'this union cannot be turned into a schema',
    'unions of literals of one type, `| null` and `number | string` can',
  );
}

export function isKeyword(type: TypeSyntax, name: string): boolean {
  return type.kind === 'keyword' && type.name === name;
}

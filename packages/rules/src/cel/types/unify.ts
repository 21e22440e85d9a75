import { type Type, parametersOf, sameType, withParameters } from './type.ts';

/** The types that type parameters are bound to. */
export type Substitution = ReadonlyMap<string, Type>;

/** Extends the substitution so that the types `from` are assignable to the types `to`; undefined if impossible. */
export function assign(
  substitution: Substitution,
  from: readonly Type[],
  to: readonly Type[],
): Substitution | undefined {
  const attempt = new Map(substitution);
  return allAssignable(attempt, from, to) ? attempt : undefined;
}

/** Replaces bound type parameters in a type, and unbound ones with `open` if given. */
export function substitute(substitution: Substitution, type: Type, open?: Type): Type {
  if (type.kind === 'parameter') {
    const found = substitution.get(type.name);
    return found === undefined ? (open ?? type) : substitute(substitution, found, open);
  }
  return withParameters(
    type,
    parametersOf(type).map((parameter) => substitute(substitution, parameter, open)),
  );
}

/** The more general of two assignable types. */
export function mostGeneral(a: Type, b: Type): Type {
  return isAsGeneral(a, b) ? a : b;
}

export const isDynamic = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error';

export const isOptional = (type: Type): boolean => type.kind === 'opaque' && type.name === 'optional_type';

/** The type of the value of an optional; any other type unchanged. */
export function unwrapOptional(type: Type): Type {
  return isOptional(type) ? parametersOf(type)[0]! : type;
}

function allAssignable(substitution: Map<string, Type>, from: readonly Type[], to: readonly Type[]): boolean {
  return (
    from.length === to.length && from.every((type, index) => isAssignable(substitution, type, to[index]!))
  );
}

function isAssignable(substitution: Map<string, Type>, from: Type, to: Type): boolean {
  if (to.kind === 'parameter') {
    const bound = bind(substitution, from, to.name);
    if (bound !== 'unbindable') return bound;
  }
  if (from.kind === 'parameter') return bind(substitution, to, from.name) === true;
  if (isDynamic(from) || isDynamic(to)) return true;
  if (from.kind === 'null') return isNullable(to);
  if (to.kind === 'null') return isNullable(from);
  if (from.kind !== to.kind) return false;
  if (from.kind === 'type') return true;
  if ('name' in from && 'name' in to && from.name !== to.name) return false;
  return allAssignable(substitution, parametersOf(from), parametersOf(to));
}

/** True if the type parameter can be bound to the type, and the type does not contain the parameter. */
function bind(substitution: Map<string, Type>, type: Type, name: string): boolean | 'unbindable' {
  if (type.kind === 'parameter' && type.name === name) return true;
  const bound = substitution.get(name);
  if (bound === undefined) {
    if (occurs(substitution, name, type)) return 'unbindable';
    substitution.set(name, type);
    return true;
  }
  if (sameType(type, bound)) return true;
  if (!isAssignable(substitution, type, bound)) return false;
  const general = mostGeneral(type, bound);
  if (!occurs(substitution, name, general)) substitution.set(name, general);
  return true;
}

function occurs(substitution: Substitution, name: string, type: Type): boolean {
  if (type.kind !== 'parameter')
    return parametersOf(type).some((parameter) => occurs(substitution, name, parameter));
  if (type.name === name) return true;
  const bound = substitution.get(type.name);
  return bound !== undefined && occurs(substitution, name, bound);
}

function isNullable({ kind }: Type): boolean {
  return ['null', 'object', 'opaque', 'timestamp', 'duration'].includes(kind);
}

function isAsGeneral(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || a.kind === 'parameter') return true;
  if (b.kind === 'dyn' || b.kind === 'parameter' || a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  if ('name' in a && 'name' in b && a.name !== b.name) return false;
  const left = parametersOf(a);
  const right = parametersOf(b);
  return left.length === right.length && left.every((type, index) => isAsGeneral(type, right[index]!));
}

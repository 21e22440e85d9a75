import type { Expression, LiteralValue } from '../syntax/expression.ts';
import { reservedWords } from '../syntax/operators.ts';
import {
  type ObjectType,
  type Type,
  boolType,
  bytesType,
  doubleType,
  dynType,
  intType,
  nullType,
  stringType,
  uintType,
} from '../types/type.ts';

/** The type of a field. A field named like a reserved word needs no escaping: self.namespace. */
export function declaredField({ fields, isOpen }: ObjectType, name: string): Type | undefined {
  const declared = fields.get(name) ?? (reservedWords.has(name) ? fields.get(`__${name}__`) : undefined);
  return declared ?? (isOpen ? dynType : undefined);
}

/** The name `a.b.c`, if the expression is an identifier or a selection from one. */
export function qualifiedName(expression: Expression): string | undefined {
  if (expression.kind === 'identifier') return expression.name;
  if (expression.kind !== 'select' || expression.presence) return undefined;
  const operand = qualifiedName(expression.operand);
  return operand === undefined ? undefined : `${operand}.${expression.field}`;
}

export function literalType(value: LiteralValue): Type {
  if (value === null) return nullType;
  switch (typeof value) {
    case 'boolean':
      return boolType;
    case 'bigint':
      return intType;
    case 'number':
      return doubleType;
    case 'string':
      return stringType;
    default:
      return value instanceof Uint8Array ? bytesType : uintType;
  }
}

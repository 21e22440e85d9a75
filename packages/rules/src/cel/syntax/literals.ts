import type { LiteralValue } from './expression.ts';
import type { Token } from './token.ts';
import { LiteralError, bytesLiteral, stringLiteral } from './unescape.ts';

/** The value of a literal. The sign is part of it, because the smallest integer has no positive counterpart. */
export function literalValue({ kind, text }: Token, sign: string): LiteralValue {
  switch (kind) {
    case 'int': {
      const value = sign === '' ? BigInt(text) : -BigInt(text);
      if (BigInt.asIntN(64, value) !== value) throw new LiteralError('invalid int literal');
      return value;
    }
    case 'uint': {
      const value = BigInt(text.slice(0, -1));
      if (BigInt.asUintN(64, value) !== value) throw new LiteralError('invalid uint literal');
      return { uint: value };
    }
    case 'double': {
      const value = Number(sign + text);
      if (!Number.isFinite(value)) throw new LiteralError('invalid double literal');
      return value;
    }
    case 'string':
      return stringLiteral(text);
    case 'bytes':
      return bytesLiteral(text);
    default:
      return text === 'null' ? null : text === 'true';
  }
}

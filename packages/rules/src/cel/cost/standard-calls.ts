import type { CallEstimate } from './node.ts';
import { type EstimatedCall, perCharacter, perPatternCharacter } from './kubernetes-calls.ts';
import { add, exactly, multiply, scale } from './range.ts';

const compared = /^(?:(?:less|greater)(?:_equals)?_(?:string|bytes)|(?:not_)?equals)$/;

/** The cost of the functions of standard CEL; 1 for any other function. */
export function estimateStandardCall({ id, target, args, sizeOf }: EstimatedCall): CallEstimate {
  const [first, second] = args;
  if (compared.test(id)) return { cost: comparing(sizeOf(first!).max, sizeOf(second!).max) };
  switch (id) {
    case 'string_format':
      return { cost: scale(sizeOf(target!), perCharacter) };
    case 'string_to_bytes': {
      const size = sizeOf(first!);
      return { cost: scale(size, perCharacter), size: multiply(size, { min: 1n, max: 4n }) };
    }
    case 'bytes_to_string': {
      const size = sizeOf(first!);
      return { cost: scale(size, perCharacter), size: { min: size.min / 4n, max: size.max } };
    }
    case 'strings_quote': {
      const size = sizeOf(first!);
      return {
        cost: scale(size, perCharacter),
        size: add(multiply(size, { min: 1n, max: 2n }), exactly(2)),
      };
    }
    case 'starts_with_string':
    case 'ends_with_string':
      return { cost: scale(sizeOf(first!), perCharacter) };
    case 'in_list':
      return { cost: scale(sizeOf(second!), 1) };
    case 'matches_string': {
      const text = scale(add(sizeOf(target!), exactly(1)), perCharacter);
      return { cost: multiply(text, scale(sizeOf(first!), perPatternCharacter)) };
    }
    case 'contains_string':
      return { cost: multiply(scale(sizeOf(target!), perCharacter), scale(sizeOf(first!), perCharacter)) };
    case 'add_string':
    case 'add_bytes': {
      const size = add(sizeOf(first!), sizeOf(second!));
      return { cost: scale(size, perCharacter), size };
    }
    case 'add_list':
      return { cost: exactly(1), size: add(sizeOf(first!), sizeOf(second!)) };
    default:
      return { cost: exactly(1) };
  }
}

/** A comparison costs at most the length of the shorter operand. */
function comparing(left: bigint, right: bigint): ReturnType<typeof scale> {
  const max = left < right ? left : right;
  return scale({ min: max > 0n ? 1n : 0n, max }, perCharacter);
}

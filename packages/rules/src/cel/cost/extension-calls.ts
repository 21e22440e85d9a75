import type { CallEstimate, CostNode } from './node.ts';
import type { EstimatedCall } from './kubernetes-calls.ts';
import { type Range, add, exactly, multiply, scale, unlimited } from './range.ts';

/** The cost of the functions of CEL's list and set extensions; undefined for any other function. */
export function estimateExtensionCall(call: EstimatedCall): CallEstimate | undefined {
  const { id, target, args, sizeOf } = call;
  switch (id) {
    case 'list_sets_contains_list':
    case 'list_sets_intersects_list':
      return { cost: pairwise(call, 1) };
    case 'list_sets_equivalent_list':
      return { cost: pairwise(call, 2) };
    case 'list_slice': {
      const length = literalOf(args[1], sizeOf(target!).max) - literalOf(args[0], 0n);
      return allocating(1, exactly(BigInt.asUintN(64, length)));
    }
    case 'lists_range':
      return allocating(1, exactly(literalOf(args[0], unlimited)));
    case 'list_reverse':
      return allocating(1, sizeOf(target!));
    case 'list_flatten':
      return allocating(1, sizeOf(target!));
    case 'list_flatten_int':
      return allocating(Number(literalOf(args[0], unlimited)), sizeOf(target!));
    case 'list_distinct':
      return allocating(2, squared(sizeOf(target!)));
  }
  if (id.endsWith('_sort')) return allocating(comparison(id), squared(sizeOf(target!)));
  if (id.endsWith('_sortByAssociatedKeys')) return allocating(comparison(id), squared(sizeOf(args[0]!)));
  return undefined;
}

function pairwise({ args, sizeOf }: EstimatedCall, factor: number): Range {
  return add(scale(multiply(sizeOf(args[0]!), sizeOf(args[1]!)), factor), exactly(1));
}

const squared = (size: Range): Range => multiply(size, size);

/** Strings and bytes take longer to compare. */
const comparison = (id: string): number => (/^list_(?:string|bytes)_/.test(id) ? 2.1 : 2);

/** The cost of a call that creates a list. */
function allocating(factor: number, size: Range): CallEstimate {
  return { cost: add(scale(size, factor), exactly(1), exactly(10)), size };
}

function literalOf(node: CostNode | undefined, otherwise: bigint): bigint {
  const expression = node?.expression;
  if (expression?.kind !== 'literal' || typeof expression.value !== 'bigint') return otherwise;
  return expression.value < 0n ? 0n : expression.value;
}

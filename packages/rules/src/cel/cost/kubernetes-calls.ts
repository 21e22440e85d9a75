import { type Type, formatType, parametersOf, sameType } from '../types/type.ts';
import type { CallEstimate, CostNode, SizeOf } from './node.ts';
import { type Range, add, exactly, multiply, nothing, scale } from './range.ts';

/** The cost per character of a string, and per character of a regular expression. */
export const perCharacter = 0.1;
export const perPatternCharacter = 0.25;

export interface EstimatedCall {
  readonly name: string;
  readonly id: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly sizeOf: SizeOf;
}

type Estimate = (call: EstimatedCall) => CallEstimate | undefined;

/** The costs that Kubernetes defines for its own functions and those of the extensions; undefined for all others. */
export function estimateKubernetesCall(call: EstimatedCall): CallEstimate | undefined {
  if (Object.hasOwn(byName, call.name)) return byName[call.name]!(call);
  return undefined;
}

const nominal: Estimate = () => ({ cost: exactly(1) });

const overList: Estimate = ({ target, sizeOf }) => {
  if (target === undefined) return undefined;
  const element = elementOf(target);
  if (element === undefined) return { cost: scale(sizeOf(target), perCharacter) };
  const isText = element.type.kind === 'string' || element.type.kind === 'bytes';
  const perElement = isText ? add(exactly(1), scale(sizeOf(element), perCharacter)) : exactly(1);
  return { cost: multiply(sizeOf(target), perElement) };
};

const parsing =
  (factor: number): Estimate =>
  ({ args: [text], sizeOf }) =>
    text && { cost: scale(sizeOf(text), factor * perCharacter) };

const copying: Estimate = ({ target, sizeOf }) => {
  if (target === undefined) return undefined;
  const size = sizeOf(target);
  return { cost: scale(size, perCharacter), size };
};

const searching: Estimate = ({ target, args: [pattern], sizeOf }) => {
  if (target === undefined || pattern === undefined) return undefined;
  const text = sizeOf(target);
  const cost = multiply(
    scale(add(text, exactly(1)), perCharacter),
    scale(sizeOf(pattern), perPatternCharacter),
  );
  return { cost, size: { min: 0n, max: text.max } };
};

const address: Range = { min: 4n, max: 16n };

const containing =
  (more: Range): Estimate =>
  ({ id, args: [other], sizeOf }) => {
    const text = id.endsWith('_string') ? scale(sizeOf(other!), perCharacter) : nothing;
    return { cost: add(scale(add(address, address), perCharacter), more, text) };
  };

/** Functions of constant cost. */
const accessors = [
  'masked',
  'prefixLength',
  'family',
  'isUnspecified',
  'isLoopback',
  'isLinkLocalMulticast',
  'isLinkLocalUnicast',
  'isGlobalUnicast',
  'format.named',
  'sign',
  'asInteger',
  'isInteger',
  'asApproximateFloat',
  'isGreaterThan',
  'isLessThan',
  'compareTo',
  'add',
  'sub',
  'major',
  'minor',
  'patch',
  'getScheme',
  'getHostname',
  'getHost',
  'getPort',
  'getEscapedPath',
  'getQuery',
];

const byName: Readonly<Record<string, Estimate>> = {
  isSorted: overList,
  sum: overList,
  max: overList,
  min: overList,
  indexOf: overList,
  lastIndexOf: overList,
  url: ({ args: [text], sizeOf }) => text && { cost: scale(sizeOf(text), perCharacter), size: sizeOf(text) },
  lowerAscii: copying,
  upperAscii: copying,
  substring: copying,
  trim: copying,
  replace: replacing,
  split: splitting,
  join: joining,
  find: searching,
  findAll: searching,
  cidr: parsing(1),
  isIP: parsing(1),
  isCIDR: parsing(1),
  ip: (call) => (call.id === 'cidr_ip' ? nominal(call) : parsing(1)(call)),
  'ip.isCanonical': parsing(2),
  containsIP: containing(nothing),
  containsCIDR: containing(add(scale(address, perCharacter), exactly(1))),
  quantity: parsing(1),
  isQuantity: parsing(1),
  semver: parsing(1),
  isSemver: parsing(1),
  validate: ({ args: [text], sizeOf }) =>
    text && { cost: scale(scale(sizeOf(text), perCharacter), longestPattern * perPatternCharacter) },
  ...Object.fromEntries(accessors.map((name) => [name, nominal])),
  '_==_': comparing,
};

/** The pattern length that the API server assumes for any named format. */
const longestPattern = 128;

/** The elements of a list. Their size comes from the schema if the list is part of it. */
function elementOf({ type, path }: CostNode): CostNode | undefined {
  const [element] = parametersOf(type);
  return element && { type: element, path: path.length > 0 ? [...path, '@items'] : [], size: undefined };
}

function replacing({ target, args: [old, by], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined || old === undefined || by === undefined) return undefined;
  const [text, from, to] = [sizeOf(target), sizeOf(old), sizeOf(by)];
  const cost = scale(text, 2 * perCharacter);
  const longest = longestReplacement(text.max, from.min, to.max);
  const shortest = shortestReplacement(text.min, from.max, to.min);
  const count = { min: shortest.count, max: longest.count };
  return { cost, size: add(multiply(count, to), { min: shortest.kept, max: longest.kept }) };
}

interface Replacement {
  readonly count: bigint;
  readonly kept: bigint;
}

function longestReplacement(text: bigint, shortestOld: bigint, longestNew: bigint): Replacement {
  if (shortestOld === 0n) return { count: afterLast(text), kept: text };
  if (longestNew <= shortestOld) return { count: 0n, kept: text };
  return { count: divideUp(text, shortestOld), kept: 0n };
}

function shortestReplacement(text: bigint, longestOld: bigint, shortestNew: bigint): Replacement {
  if (longestOld === 0n) return { count: afterLast(text), kept: text };
  if (longestOld <= shortestNew) return { count: 0n, kept: text };
  return { count: divideUp(text, longestOld), kept: 0n };
}

const afterLast = (size: bigint): bigint => add(exactly(size), exactly(1)).max;

const divideUp = (size: bigint, by: bigint): bigint => BigInt(Math.ceil(Number(size) / Number(by)));

function splitting({ target, args: [, limit], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const text = sizeOf(target);
  const literal = limit?.expression?.kind === 'literal' ? limit.expression.value : undefined;
  const max = typeof literal === 'bigint' ? BigInt.asUintN(64, literal) : text.max;
  return { cost: scale(text, 2 * perCharacter), size: { min: 0n, max } };
}

function joining({ target, args: [separator], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const list = sizeOf(target);
  const element = elementOf(target);
  const texts = element === undefined ? nothing : multiply(list, sizeOf(element));
  const gaps = { min: list.min > 0n ? list.min - 1n : 0n, max: list.max > 0n ? list.max - 1n : 0n };
  const size = separator === undefined ? texts : add(texts, multiply(sizeOf(separator), gaps));
  return { cost: scale(size, perCharacter), size };
}

/** Values of library types are compared at a fixed cost. */
function comparing({ args: [left, right] }: EstimatedCall): CallEstimate | undefined {
  if (left === undefined || right === undefined || !sameType(left.type, right.type)) return undefined;
  return fixedComparisons[nameOf(left.type)];
}

const nameOf = (type: Type): string =>
  type.kind === 'opaque' || type.kind === 'object' ? formatType(type) : '';

const fixedComparisons: Readonly<Record<string, CallEstimate>> = {
  'net.IP': { cost: exactly(1) },
  'net.CIDR': { cost: exactly(1) },
  'kubernetes.Quantity': { cost: exactly(1) },
  'kubernetes.Semver': { cost: exactly(1) },
  'kubernetes.NamedFormat': { cost: scale({ min: 1n, max: 64n }, perCharacter) },
  'kubernetes.URL': { cost: scale(exactly(1), perCharacter) },
};

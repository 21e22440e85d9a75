import { characterCount } from '../source/characters.ts';
import { Optional, type Value, isList, isMapping, isOpaque } from '../values/value.ts';

const perCharacter = 0.1;
const perPatternCharacter = 0.25;
/** Allows two authorization checks per expression. */
const authorizationCost = 350_000;

/** The cost of one call with these arguments, in the API server's units. */
export function costOfCall(name: string, id: string, args: readonly Value[], result: Value): number {
  const [first = null, second = null] = args;
  const special = named[name]?.(args, result, id);
  if (special !== undefined) return special;
  if (id.endsWith('check_check')) return authorizationCost;
  if (id === 'in_list') return sizeOf(second);
  if (proportional.has(id)) return Math.ceil(sizeOf(first) * perCharacter);
  if (compared.test(id)) return Math.ceil(Math.min(sizeOf(first), sizeOf(second)) * perCharacter);
  if (id === 'add_string' || id === 'add_bytes')
    return Math.ceil((sizeOf(first) + sizeOf(second)) * perCharacter);
  if (id === 'matches_string') return searched(first, second);
  if (id === 'contains_string')
    return Math.ceil(sizeOf(first) * perCharacter) * Math.ceil(sizeOf(second) * perCharacter);
  return 1;
}

/** The result of size(), or 1 for a value without size. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return characterCount(value);
  if (value instanceof Uint8Array) return value.length;
  if (isList(value) || isMapping(value)) return value.size;
  if (isOpaque(value)) return value.size ?? 1;
  return value instanceof Optional && value.present ? sizeOf(value.value) : 1;
}

const proportional = new Set([
  'starts_with_string',
  'ends_with_string',
  'string_to_bytes',
  'bytes_to_string',
  'strings_quote',
  'string_format',
]);

const compared = /^(?:(?:less|greater)(?:_equals)?_(?:string|bytes)|(?:not_)?equals)$/;

type Cost = (args: readonly Value[], result: Value, id: string) => number | undefined;

const traversal: Cost = ([text = null]) => Math.ceil(sizeOf(text) * perCharacter);
const twice: Cost = ([text = null]) => Math.ceil(sizeOf(text) * 2 * perCharacter);
const walk: Cost = ([value = null]) => walked(value);
const search: Cost = ([text = null, pattern = null]) => searched(text, pattern);
const allocation =
  (
    factor: (args: readonly Value[]) => number,
    size: (args: readonly Value[], result: Value) => number,
  ): Cost =>
  (args, result) =>
    Math.trunc(size(args, result) * factor(args)) + 11;
const quadratic = (index: number): Cost =>
  allocation(
    (args) => selfComparison(args[index]!),
    (args) => sizeOf(args[index]!) ** 2,
  );

const named: Readonly<Record<string, Cost>> = {
  isSorted: walk,
  sum: walk,
  max: walk,
  min: walk,
  indexOf: walk,
  lastIndexOf: walk,
  url: traversal,
  'jsonpatch.escapeKey': traversal,
  lowerAscii: traversal,
  upperAscii: traversal,
  substring: traversal,
  trim: traversal,
  replace: twice,
  split: twice,
  join: (_args, result) => Math.ceil(sizeOf(result) * 2 * perCharacter),
  find: search,
  findAll: search,
  cidr: traversal,
  isIP: traversal,
  isCIDR: traversal,
  ip: (args, result, id) => (id === 'cidr_ip' ? 1 : traversal(args, result, id)),
  'ip.isCanonical': twice,
  containsIP: ([cidr = null, other = null], _result, id) =>
    Math.ceil(sizeOf(cidr) * 2 * perCharacter) +
    (id.endsWith('_string') ? Math.ceil(sizeOf(other) * perCharacter) : 0),
  containsCIDR: ([cidr = null, other = null], _result, id) =>
    Math.ceil(sizeOf(cidr) * 2 * perCharacter) +
    Math.ceil(sizeOf(cidr) * perCharacter) +
    1 +
    (id.endsWith('_string') ? Math.ceil(sizeOf(other) * perCharacter) : 0),
  quantity: traversal,
  isQuantity: traversal,
  semver: traversal,
  isSemver: traversal,
  validate: ([format = null, text = null]) =>
    Math.ceil((1 + sizeOf(text)) * perCharacter) *
    Math.ceil(
      (isOpaque(format) && 'patternSize' in format ? Number(format.patternSize) : 1) * perPatternCharacter,
    ),
  '_==_': ([left = null]) => (isOpaque(left) ? 1 : undefined),
  'sets.contains': (args) => 1 + sizeOf(args[0]!) * sizeOf(args[1]!),
  'sets.intersects': (args) => 1 + sizeOf(args[0]!) * sizeOf(args[1]!),
  'sets.equivalent': (args) => 1 + sizeOf(args[0]!) * sizeOf(args[1]!) * 2,
  slice: allocation(
    () => 1,
    (_args, result) => sizeOf(result),
  ),
  reverse: allocation(
    () => 1,
    (_args, result) => sizeOf(result),
  ),
  'lists.range': allocation(
    () => 1,
    (_args, result) => sizeOf(result),
  ),
  flatten: allocation(
    (args) => (args.length === 2 ? Number(args[1]) : 1),
    (args) => sizeOf(args[0]!),
  ),
  distinct: quadratic(0),
  sort: quadratic(0),
  '@sortByAssociatedKeys': quadratic(1),
};

function searched(text: Value, pattern: Value): number {
  return Math.ceil((1 + sizeOf(text)) * perCharacter) * Math.ceil(sizeOf(pattern) * perPatternCharacter);
}

function walked(value: Value): number {
  if (typeof value === 'string') return Math.trunc(new TextEncoder().encode(value).length * perCharacter);
  if (value instanceof Uint8Array) return Math.trunc(value.length * perCharacter);
  let cost = 0;
  if (isList(value)) for (const item of value) cost += walked(item);
  else if (isMapping(value)) for (const key of value.keys()) cost += walked(key) + walked(value.find(key)!);
  else cost = 1;
  return cost;
}

/** Sorting and removing duplicates compare every element with every other one; strings also cost by their length. */
function selfComparison(list: Value): number {
  const first = isList(list) && list.size > 0 ? list.at(0) : null;
  return typeof first === 'string' || first instanceof Uint8Array ? 2 + perCharacter : 2;
}

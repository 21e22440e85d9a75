import { type Library, overload } from '../functions/overload.ts';
import { boolType, listType, parameter } from '../types/type.ts';
import type { List } from '../values/value.ts';
import { contains } from './operators.ts';

const twoLists = [listType(parameter('T')), listType(parameter('T'))];

/** The sets extension of CEL, which treats lists as sets. */
export const sets: Library = {
  'sets.contains': [overload('list_sets_contains_list', twoLists, boolType, containsAll)],
  'sets.equivalent': [
    overload(
      'list_sets_equivalent_list',
      twoLists,
      boolType,
      (left: List, right: List) => containsAll(left, right) && containsAll(right, left),
    ),
  ],
  'sets.intersects': [
    overload('list_sets_intersects_list', twoLists, boolType, (left: List, right: List) =>
      [...left].some((item) => contains(right, item)),
    ),
  ],
};

function containsAll(list: List, part: List): boolean {
  return [...part].every((item) => contains(list, item));
}

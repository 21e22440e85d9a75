import { isObject } from '@opgen/rules/json';

/** The values that result from removing one thing from this value, the largest removals first. */
export function* smallerThan(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* smallerLists(value);
  else if (isObject(value)) yield* smallerObjects(value);
  else if (typeof value === 'string') yield* smallerTexts(value);
  else if (typeof value === 'number') yield* smallerNumbers(value);
  else if (value === true) yield false;
}

/**
 * Shrinks a value for as long as the predicate holds, because the smallest failing example explains the failure
 * best. Tries the candidates in order, up to a limit.
 */
export function shrink<T>(value: T, stillShows: (candidate: T) => boolean, tries = 2_000): T {
  let smallest = value;
  let left = tries;
  for (let found = true; found;) {
    found = false;
    for (const candidate of smallerThan(smallest)) {
      if (left-- <= 0) return smallest;
      if (!stillShows(candidate as T)) continue;
      smallest = candidate as T;
      found = true;
      break;
    }
  }
  return smallest;
}

function* smallerLists(list: readonly unknown[]): Generator<unknown> {
  for (const index of list.keys()) yield list.toSpliced(index, 1);
  for (const [index, item] of list.entries())
    for (const smaller of smallerThan(item)) yield list.with(index, smaller);
}

function* smallerObjects(object: Record<string, unknown>): Generator<unknown> {
  for (const key of Object.keys(object)) {
    const { [key]: _, ...others } = object;
    yield others;
  }
  for (const [key, value] of Object.entries(object))
    for (const smaller of smallerThan(value)) yield { ...object, [key]: smaller };
}

function* smallerTexts(text: string): Generator<unknown> {
  if (text === '') return;
  yield '';
  if (text !== 'a') yield 'a';
  if (text.length > 1) yield text.slice(0, Math.ceil(text.length / 2));
}

function* smallerNumbers(value: number): Generator<unknown> {
  if (value === 0) return;
  yield 0;
  if (value !== 1) yield 1;
  if (!Number.isInteger(value)) yield Math.trunc(value);
  if (Math.abs(value) > 3) yield Math.trunc(value / 2);
}

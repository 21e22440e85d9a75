import { isDeepStrictEqual } from 'node:util';
import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { breaking, type Change, safe } from './change.ts';

/** `allOf`, `anyOf`, `oneOf` and `not`, of which only additions and removals can be judged. */
export function compareCombinations(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  return [
    ...compareAll(before.allOf, after.allOf, path),
    ...compareAny(alternatives(before), alternatives(after), path),
    ...compareWhole('oneOf', before.oneOf, after.oneOf, path),
    ...compareWhole('not', before.not, after.not, path),
  ];
}

/** That an integer or a string is accepted is said twice. */
function alternatives({ anyOf, ...schema }: JSONSchemaProps): JSONSchemaProps[] | undefined {
  return schema['x-kubernetes-int-or-string'] === true && anyOf?.every(({ type }) => type !== undefined)
    ? undefined
    : anyOf;
}

function compareAll(
  was: readonly JSONSchemaProps[] = [],
  is: readonly JSONSchemaProps[] = [],
  path: string,
): Change[] {
  const added = missing(is, was).map((branch) =>
    breaking('validation-added', path, `values must fit ${JSON.stringify(branch)} as well`),
  );
  const gone = missing(was, is).map((branch) =>
    safe('validation-loosened', path, `values need not fit ${JSON.stringify(branch)}`),
  );
  return [...added, ...gone];
}

function compareAny(
  was: readonly JSONSchemaProps[] | undefined,
  is: readonly JSONSchemaProps[] | undefined,
  path: string,
): Change[] {
  if (was === undefined || is === undefined) return compareWhole('anyOf', was, is, path);
  const gone = missing(was, is).map((branch) =>
    breaking('validation-tightened', path, `to fit ${JSON.stringify(branch)} is no longer enough`),
  );
  const added = missing(is, was).map((branch) =>
    safe('validation-loosened', path, `to fit ${JSON.stringify(branch)} is enough`),
  );
  return [...gone, ...added];
}

function compareWhole(keyword: string, was: unknown, is: unknown, path: string): Change[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (is === undefined) return [safe('validation-loosened', path, `${keyword} is no longer asked for`)];
  const rule = was === undefined ? 'validation-added' : 'validation-tightened';
  return [breaking(rule, path, `values must fit ${keyword} ${JSON.stringify(is)}`)];
}

function missing(from: readonly JSONSchemaProps[], there: readonly JSONSchemaProps[]): JSONSchemaProps[] {
  return from.filter((branch) => !there.some((other) => isDeepStrictEqual(branch, other)));
}

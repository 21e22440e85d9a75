import { type Library, method } from '../functions/overload.ts';
import { type Type, intType, listType, stringType } from '../types/type.ts';
import { ArrayList } from '../values/containers.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import { matcher } from './re2.ts';

type Search = (text: string, pattern: string, limit: bigint) => Value;

const texts = listType(stringType);

/** The regular expression functions of Kubernetes. */
export const patterns: Library = {
  find: [search('string_find_string', [], stringType, find)],
  findAll: [
    search('string_find_all_string', [], texts, findAll),
    search('string_find_all_string_int', [intType], texts, findAll),
  ],
};

function search(
  id: string,
  more: readonly Type[],
  result: Type,
  withPattern: (pattern: string) => Search,
): Library[string][number] {
  const evaluate: Search = (text, pattern, limit) => legal(pattern, withPattern)(text, pattern, limit);
  return { ...method(id, [stringType, stringType, ...more], result, evaluate), withPattern };
}

function find(pattern: string): Search {
  const machine = matcher(pattern);
  return (text) => machine.find(text);
}

function findAll(pattern: string): Search {
  const machine = matcher(pattern);
  return (text, _pattern, limit = -1n) =>
    ArrayList.of(machine.findAll(text, limit < 0n ? Infinity : Number(limit)));
}

function legal(pattern: string, read: (pattern: string) => Search): Search {
  try {
    return read(pattern);
  } catch (error) {
    if (error instanceof EvaluationError) throw new EvaluationError(`Illegal regex: ${error.message}`);
    throw error;
  }
}

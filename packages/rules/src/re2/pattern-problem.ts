import { parsePattern } from './parse-pattern.ts';
import { PatternError } from './pattern.ts';

/** Schemas repeat the same few patterns, above all those of Kubernetes' own types. */
const known = new Map<string, string | undefined>();

/** Why Go's `regexp` rejects a pattern, in its words; undefined if the pattern compiles. */
export function patternProblem(pattern: string): string | undefined {
  if (!known.has(pattern)) known.set(pattern, parseError(pattern));
  return known.get(pattern);
}

function parseError(pattern: string): string | undefined {
  try {
    parsePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

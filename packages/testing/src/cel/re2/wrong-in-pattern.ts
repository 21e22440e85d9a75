import { parsePattern } from './parse-pattern.ts';
import { PatternError } from './pattern.ts';

/** Schemas repeat a few patterns many times, those of Kubernetes' own types above all. */
const judged = new Map<string, string | undefined>();

/** What speaks against a regular expression, in the words of RE2; nothing if it compiles. */
export function wrongInPattern(pattern: string): string | undefined {
  if (!judged.has(pattern)) judged.set(pattern, judge(pattern));
  return judged.get(pattern);
}

function judge(pattern: string): string | undefined {
  try {
    parsePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

import { parsePattern } from './parse-pattern.ts';
import { PatternError } from './pattern.ts';

/** What speaks against a regular expression, in the words of RE2; nothing if it compiles. */
export function wrongInPattern(pattern: string): string | undefined {
  try {
    parsePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

import { describe, expect, it } from 'vitest';
import { evaluated } from '../evaluating.ts';
import { libraryErrors, libraryExpressions } from './expressions.ts';

describe('a library function', () => {
  for (const [library, expressions] of Object.entries(libraryExpressions)) {
    it.each(expressions)(`${library}: %s`, (text) => {
      expect(evaluated(text)).toBe(true);
    });
  }
});

describe('a library function that has no value', () => {
  it.each(libraryErrors)('%s fails: %s', (text, message) => {
    expect(evaluated(text)).toBe(`error: ${message}`);
  });
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDiagnostic, readMarker } from '../../src/markers/read-marker.ts';
import { allMarkers } from '../../src/markers/registry.ts';
import { readSourceFile } from '../../src/source/read-source-file.ts';

const names = fc.constantFrom(...allMarkers.map(({ name }) => name.replace('*', '')));
const pieces = fc.constantFrom(
  '=',
  ':',
  ',',
  ';',
  '{',
  '}',
  '"',
  '`',
  '\\',
  '\\u12',
  '"\\UFFFFFFFF"',
  '-',
  ' ',
  '1',
  '0.5e9',
  'true',
  'null',
  'rule',
  'validation:items:',
  'kubebuilder:',
  'name=',
  'patch=`',
  '*a',
  '[',
  ']',
  '\t',
  '𝒳',
);
const text = fc
  .array(fc.oneof(pieces, names, fc.string({ maxLength: 4 })), { maxLength: 12 })
  .map((parts) => parts.join('').replaceAll(/[\r\n]/g, ' '));
const lines = fc.tuple(names, text).map(([name, rest]) => `+${name}${rest}`);

test('any text after a marker is read, or rejected with a place within its line', () => {
  fc.assert(fc.property(lines, readLine), { numRuns: 5_000, interruptAfterTimeLimit: 10_000 });
});

test('any text is read as a source file, with every problem at a place within it', () => {
  const words = fc.constantFrom(
    'interface A ',
    'type B = ',
    'enum C ',
    '{',
    '}',
    '|',
    '&',
    '<',
    '>',
    '[]',
    '/*',
    '*/',
    '// +',
    '/**',
    '\n',
    '`',
    '${',
    '"',
    'a: string;',
    'defineKind<A>(',
    ')',
    'import ',
    'export * from ',
    '* +optional',
  );
  const source = fc.array(fc.oneof(words, fc.string({ maxLength: 3 })), { maxLength: 30 });
  fc.assert(fc.property(source, readSource), { numRuns: 2_000, interruptAfterTimeLimit: 10_000 });
});

function readLine(line: string): void {
  const place = { file: 'src/api/memcached.ts', line: 4, column: 6, length: line.length };
  const result = readMarker({ text: line, place });
  if (result === undefined || !isDiagnostic(result)) return;
  const { line: at, column = 0, length = 1 } = result.place ?? {};
  expect(at).toBe(4);
  expect(column).toBeGreaterThanOrEqual(6);
  expect(column + length).toBeLessThanOrEqual(6 + Math.max(line.length, column - 6 + 1));
  expect(column).toBeLessThanOrEqual(6 + line.length);
}

function readSource(parts: readonly string[]): void {
  const written = parts.join('');
  const last = written.split(/\r\n|[\r\n\u2028\u2029]/).length;
  const { syntaxErrors, loose } = readSourceFile('src/api/memcached.ts', written);
  for (const { place } of [...syntaxErrors, ...loose]) {
    expect(place.line).toBeGreaterThanOrEqual(1);
    expect(place.line).toBeLessThanOrEqual(last);
  }
}

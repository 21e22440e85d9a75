import { expect, test } from 'vitest';
import { targetIn } from '../../src/source/package-exports.ts';

const targets = {
  '.': { types: './index.d.ts', default: './index.js' },
  './ports': { require: './no.cjs', import: { types: './ports.d.ts' } },
  './net/*': './lib/net/*.js',
  './net/inner/*': './lib/inner/*.js',
  './net/*/part.js': './lib/parts/*.js',
  './private/*': null,
  './plain': './plain.js',
};

test.each([
  ['the package itself', '.', './index.d.ts'],
  ['nested conditions', './ports', './ports.d.ts'],
  ['a plain target', './plain', './plain.js'],
  ['a pattern', './net/http', './lib/net/http.js'],
  ['the longest of several patterns', './net/inner/http', './lib/inner/http.js'],
  ['a pattern with a matching suffix', './net/a/b', './lib/net/a/b.js'],
  ['nothing for a path excluded with null', './private/key', undefined],
  ['nothing for a path that is not listed', './other', undefined],
])('%s', (_, path, target) => {
  expect(targetIn(targets, path)).toBe(target);
});

test('finds nothing in a package without targets', () => {
  expect(targetIn(undefined, '.')).toBeUndefined();
  expect(targetIn('./index.js', '.')).toBeUndefined();
});

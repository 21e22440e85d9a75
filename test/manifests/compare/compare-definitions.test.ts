import { describe, expect, test } from 'vitest';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { allowanceOf, allows, readAllowances } from '../../../src/manifests/compare/allow-list.ts';
import {
  compareAllDefinitions,
  compareDefinitions,
} from '../../../src/manifests/compare/compare-definitions.ts';
import { changes, definition, withFirst } from './changes.ts';

describe('reports a definition with', () => {
  test.each(changes)('%s', (_, before, after, change) => {
    const found = compareDefinitions(definition(before), definition(after));
    const lines = found.map(({ path, refused, rule, severity, version = '' }) =>
      `${refused ? 'refused' : severity} ${rule} ${version} ${path}`.trim(),
    );
    expect(lines.join(', ')).toBe(change);
  });

  test('finds no change between equal definitions', () =>
    expect(compareDefinitions(definition(), definition())).toEqual([]));
});

function rules(before: CustomResourceDefinition[], after: CustomResourceDefinition[]): string[] {
  return compareAllDefinitions(before, after).map(({ rule, severity }) => `${severity} ${rule}`);
}

test('reports added and removed definitions', () => {
  expect(rules([], [definition()])).toEqual(['safe definition-added']);
  expect(rules([definition()], [])).toEqual(['breaking definition-removed']);
});

describe('a change', () => {
  const [change] = compareDefinitions(
    definition(),
    definition(withFirst({ schema: { openAPIV3Schema: { type: 'object' } } })),
  );
  if (change === undefined) throw new Error('nothing changed');

  test.each([
    ['its path', '.spec', true],
    ['its path and its rule', 'field-removed .spec', true],
    ['its complete entry', allowanceOf(change), true],
    ['the path of another field', '.spec.size', false],
    ['the same path in another version', 'v2 .spec', false],
  ])('is allowed by %s', (_, entry, expected) => {
    const [allowance] = readAllowances(`# a remark\n\n${entry}  # why\n`);
    expect(allowance?.entry).toBe(entry);
    expect(allowance !== undefined && allows(allowance, change)).toBe(expected);
  });
});

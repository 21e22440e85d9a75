import { describe, expect, test } from 'vitest';
import { checkGroupVersionKind } from '../../src/project/group-version-kind.ts';
import { kebabCase, variableName } from '../../src/project/names.ts';

test.each([
  ['DemoApplication', 'demo-application', 'demoApplication'],
  ['HTTPRoute', 'http-route', 'httpRoute'],
  ['S3Bucket', 's3-bucket', 's3Bucket'],
  ['Class', 'class', 'classObject'],
  ['Taken', 'taken', 'takenObjectObject'],
  ['Undefined', 'undefined', 'undefinedObject'],
])('kind %s is in %s and its variable is %s', (kind, file, variable) => {
  expect(kebabCase(kind)).toBe(file);
  expect(variableName(kind, new Set(['taken', 'takenObject']))).toBe(variable);
});

describe('rejects names that the API server would reject', () => {
  const tree = { group: 'fruit', domain: 'example.com', version: 'v1', kind: 'Tree' };

  test('and accepts valid ones', () => expect(checkGroupVersionKind(tree)).toEqual([]));

  test.each([
    ['a group in upper case', { group: 'Fruit' }, 'OPG3004'],
    ['a group that repeats the domain', { group: 'fruit.example.com' }, 'OPG3004'],
    ['a group with a second domain', { group: 'fruit.elsewhere.org' }, 'OPG3004'],
    ['a group without a dot', { domain: '' }, 'OPG3004'],
    ['a Kubernetes group', { domain: 'k8s.io' }, 'OPG3010'],
    ['a version that begins with a digit', { version: '1alpha' }, 'OPG3005'],
    ['a version with a dot', { version: 'v1.2' }, 'OPG3005'],
    ['a kind with a dash', { kind: 'Apple-Tree' }, 'OPG3006'],
    ['a kind in lower case', { kind: 'tree' }, 'OPG3006'],
    ['a kind of 60 letters, whose list has 64', { kind: `T${'r'.repeat(59)}` }, 'OPG3006'],
    ['a group of 254 characters', { group: 'a.'.repeat(121) }, 'OPG3004'],
    ['a path for a group', { group: '../../etc' }, 'OPG3004'],
    ['a path for a version', { version: '../v1' }, 'OPG3005'],
    ['a path for a kind', { kind: '../Tree' }, 'OPG3006'],
    ['a template for a kind', { kind: 'Tree{{x}}' }, 'OPG3006'],
    ['YAML for a version', { version: 'v1\nkind: X' }, 'OPG3005'],
    ['code for a group', { group: "fruit'; evil(); '" }, 'OPG3004'],
    ['a kind in another script', { kind: 'Δέντρο' }, 'OPG3006'],
    ['letters that look like Latin ones', { kind: 'Тree' }, 'OPG3006'],
    ['full-width letters in a group', { group: 'ｆｒｕｉｔ' }, 'OPG3004'],
    ['an empty kind', { kind: '' }, 'OPG3006'],
    ['an empty version', { version: '' }, 'OPG3005'],
  ])('%s', (_, change, code) => {
    const found = checkGroupVersionKind({ ...tree, ...change });
    expect(found.map((problem) => problem.code)).toEqual([code]);
    expect(found[0]?.hint).toMatch(/^[a-z]/);
  });
});

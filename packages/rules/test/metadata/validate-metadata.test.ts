import { expect, it } from 'vitest';
import { validateMetadataMaps } from '../../src/metadata/validate-metadata.ts';
import { fieldErrorText } from '../../src/field-errors.ts';

const owner = { apiVersion: 'cache.example.com/v1', kind: 'Memcached', name: 'cache', uid: 'u' };

function textsOf(fields: object, ofBuiltinKind = true): string[] {
  return validateMetadataMaps(fields, ofBuiltinKind).map(fieldErrorText);
}

it('takes what operators write', () => {
  const fields = {
    labels: { 'app.kubernetes.io/name': 'memcached', empty: '' },
    annotations: { 'Example.com/Note': 'any text' },
    finalizers: ['cache.example.com/finalizer'],
    ownerReferences: [{ ...owner, controller: true }],
  };
  expect(textsOf(fields)).toEqual([]);
});

const cases: [sentence: string, fields: object, start: string][] = [
  [
    'a key with a space',
    { labels: { 'a b': '' } },
    'metadata.labels: Invalid value: "a b": name part must consist',
  ],
  [
    'a value with a space',
    { labels: { a: 'b c' } },
    'metadata.labels: Invalid value: "b c": a valid label must be',
  ],
  [
    'an empty prefix',
    { annotations: { '/x': '' } },
    'metadata.annotations: Invalid value: "/x": prefix part must be non-empty',
  ],
  [
    'an owner without a uid',
    { ownerReferences: [{ ...owner, uid: '' }] },
    'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
  ],
];

for (const [sentence, fields, start] of cases) {
  it(`refuses ${sentence}`, () => expect(textsOf(fields)[0]?.slice(0, start.length)).toBe(start));
}

it('refuses a second controller', () => {
  const ownerReferences = ['a', 'b'].map((name) => ({ ...owner, name, controller: true }));
  expect(textsOf({ ownerReferences })[0]).toContain('in references for Memcached/a and Memcached/b');
});

it('takes a finalizer without a prefix from custom resources only', () => {
  expect(textsOf({ finalizers: ['cleanup'] })).toEqual([
    'metadata.finalizers[0]: Invalid value: "cleanup": name is neither a standard finalizer name nor is it fully qualified',
  ]);
  expect(textsOf({ finalizers: ['cleanup'] }, false)).toEqual([]);
});

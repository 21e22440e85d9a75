import * as fc from 'fast-check';

/** A record whose members are all optional. */
export function some<T extends object>(members: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<
  Partial<T>
> {
  return fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

/** Usually a valid value, sometimes another one. */
export function mostly<T>(right: fc.Arbitrary<T>, ...wrong: unknown[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 25, arbitrary: right },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) as fc.Arbitrary<T> },
  );
}

export const word = fc.constantFrom('a', 'b', 'ab', 'abc');

const keys = fc.constantFrom('app', 'tier', 'example.com/note');

const finalizers = fc.uniqueArray(fc.constantFrom('example.com/one', 'example.com/two'), { maxLength: 2 });

const ownerReferences = fc.uniqueArray(
  fc.record({
    apiVersion: fc.constant('v1'),
    kind: fc.constant('ConfigMap'),
    name: fc.constantFrom('p', 'q'),
    uid: fc.constantFrom('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'),
    controller: fc.boolean(),
  }),
  { maxLength: 2, selector: ({ uid }) => uid },
);

/** Metadata that users write, without the name. */
export const metadata = some({
  labels: mostly(fc.dictionary(keys, word, { maxKeys: 2 }), { app: 'not valid!' }, { app: null }, { app: 1 }),
  annotations: mostly(fc.dictionary(keys, word, { maxKeys: 2 }), { 'no key': 'a' }),
  finalizers: mostly(finalizers, ['bare'], null),
  ownerReferences,
  generation: fc.constant(7),
  unknown: fc.constant('field'),
});

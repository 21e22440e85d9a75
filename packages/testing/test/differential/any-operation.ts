import * as fc from 'fast-check';
import { anyBody } from './any-object.ts';
import { anyJsonPatch, anyMergePatch, anyStrategicPatch } from './any-patch.ts';
import { type Kind, type KindName, kinds } from './kinds.ts';
import type { Operation, PatchType, Selection, Version } from './operation.ts';

const names = fc.constantFrom('a', 'b');

const writeQuery = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('?fieldManager=alice', '?fieldManager=bob') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '?fieldValidation=Strict',
      '?fieldValidation=Ignore',
      '?dryRun=All',
      '?fieldManager=alice&dryRun=All&fieldValidation=Strict',
    ),
  },
);

const applyQuery = fc.constantFrom(
  '?fieldManager=alice',
  '?fieldManager=alice&force=true',
  '?fieldManager=bob',
  '?fieldManager=bob&force=true',
  '?fieldManager=bob&force=true&dryRun=All',
);

const version = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Version>('none') },
  { weight: 6, arbitrary: fc.constant<Version>('seen last') },
  { weight: 1, arbitrary: fc.constantFrom<Version>('seen first', 'never') },
);
const seldomVersion = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Version>('none') },
  { weight: 1, arbitrary: version },
);

const selection: fc.Arbitrary<Selection> = fc.record(
  {
    labelSelector: fc.constantFrom(
      'app=a',
      'app!=a',
      'app in (a,b),tier',
      '!tier',
      'app notin (a)',
      'app=',
      'app in (',
      '',
    ),
    fieldSelector: fc.constantFrom(
      'metadata.name=a',
      'metadata.name!=a',
      'spec.color=red',
      'spec.type=ClusterIP',
      'a=b',
    ),
  },
  { requiredKeys: [] },
);

const deleteOptions = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<object>(
      { propagationPolicy: 'Foreground' },
      { propagationPolicy: 'Orphan' },
      { propagationPolicy: 'Background' },
      { gracePeriodSeconds: 0 },
      { gracePeriodSeconds: 5 },
      { dryRun: ['All'] },
      { orphanDependents: true },
      { propagationPolicy: 'Other' },
    ),
  },
);

function anyPatch(kind: KindName, subresource: 'status' | 'scale' | undefined) {
  const types: PatchType[] = kinds[kind].isBuiltIn
    ? ['json', 'merge', 'apply', 'apply', 'strategic']
    : ['json', 'merge', 'apply', 'apply'];
  // Applies to a Scale, and patches of more than its replicas, are known differences: see README.md.
  const ofScale: PatchType[] = ['merge'];
  return fc.constantFrom(...(subresource === 'scale' ? ofScale : types)).chain((type) =>
    fc.record({
      do: fc.constant('patch' as const),
      kind: fc.constant(kind),
      name: names,
      subresource: fc.constant(subresource),
      type: fc.constant(type),
      patch: patches[type](kind, subresource),
      version: type === 'json' ? fc.constant<Version>('none') : seldomVersion,
      query: type === 'apply' ? applyQuery : writeQuery,
    }),
  );
}

const patches: Record<PatchType, (kind: KindName, subresource?: string) => fc.Arbitrary<unknown>> = {
  json: anyJsonPatch,
  merge: anyMergePatch,
  strategic: anyStrategicPatch,
  apply: anyBody,
};

function anyOperationOn(kind: KindName): fc.Arbitrary<Operation> {
  const { subresources } = kinds[kind] as Kind;
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: subresources.length > 0 ? 1 : 0, arbitrary: fc.constantFrom(undefined, ...subresources) },
  );
  const on = { kind: fc.constant(kind), name: names };
  const update = part.chain((subresource) =>
    fc.record({
      do: fc.constant('update' as const),
      ...on,
      subresource: fc.constant(subresource),
      body: anyBody(kind, subresource),
      version,
      query: writeQuery,
    }),
  );
  const rewrite = part.chain((subresource) =>
    fc.record({
      do: fc.constant('rewrite' as const),
      ...on,
      subresource: fc.constant(subresource),
      change: anyMergePatch(kind, subresource),
      query: writeQuery,
    }),
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('create' as const),
        ...on,
        body: anyBody(kind),
        query: writeQuery,
      }),
    },
    { weight: 2, arbitrary: update as fc.Arbitrary<Operation> },
    { weight: 2, arbitrary: rewrite as fc.Arbitrary<Operation> },
    {
      weight: 8,
      arbitrary: part.chain((subresource) => anyPatch(kind, subresource)) as fc.Arbitrary<Operation>,
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('get' as const),
        ...on,
        subresource: part,
      }) as fc.Arbitrary<Operation>,
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('delete' as const),
        ...on,
        options: deleteOptions,
        version: seldomVersion,
        uid: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('delete collection' as const),
        kind: fc.constant(kind),
        selection,
        options: deleteOptions,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('list' as const),
        kind: fc.constant(kind),
        selection,
        limit: fc.constantFrom(0, 1, 1, 2),
        version: fc.constantFrom<Version | 'any'>('none', 'none', 'any', 'seen last', 'seen first', 'never'),
        match: fc.constantFrom('' as const, 'Exact' as const, 'NotOlderThan' as const),
      }),
    },
  );
}

/** Operations on a few objects of a kind; the first one usually succeeds. */
export function anyOperations(kind: KindName): fc.Arbitrary<Operation[]> {
  const operations = fc.array(anyOperationOn(kind), { minLength: 1, maxLength: 12 });
  const first = fc.record({
    do: fc.constant('create' as const),
    kind: fc.constant(kind),
    name: fc.constant('a'),
    body: anyBody(kind),
    query: fc.constant('?fieldManager=alice'),
  });
  return fc
    .tuple(fc.option(first, { nil: undefined }), operations)
    .map(([begin, rest]) => (begin ? [begin, ...rest] : rest));
}

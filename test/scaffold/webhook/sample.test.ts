import { builtInResources } from '@opgen/rules/builtin';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../src/scaffold/webhook/sample.ts';

const kinds = builtInResources()
  .filter(({ resource }) => !resource.includes('/'))
  .flatMap(({ group, kind, namespaced, versions }) =>
    versions.map((version) => ({ group, kind, namespaced, version })),
  );

test('the built-in resource data has many cluster-scoped kinds', () => {
  expect(new Set(kinds.filter(({ namespaced }) => !namespaced).map(({ kind }) => kind)).size).toBeGreaterThan(
    30,
  );
});

test.each(kinds)(
  'a sample of $kind in $group/$version has a namespace if the kind is namespaced',
  (resource) => {
    const { group, kind, namespaced, version } = resource;
    // PROJECT stores the group and its domain separately.
    const [name = '', ...domain] = group.split('.');
    const sample = sampleOf({ group: name, domain: domain.join('.'), version, kind, core: true });
    expect(sample.includes("namespace: 'default'")).toBe(namespaced);
  },
);

import { project, type RuleCase, source } from './rule-case.ts';

const another = 'src/api/cache/v2/memcached.ts';
const costly =
  '  // +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"\n  tags: string[];';

/** Rules 14 and 44: what an update may do. `crd diff` knows what was there before. */
export const updates: readonly RuleCase[] = [
  {
    rule: '14 the scope does not change',
    before: project({ group: 'scope.example.com' }),
    files: project({ group: 'scope.example.com', scope: 'Cluster' }),
    reported: 'scope-changed the scope changed from Namespaced to Cluster: the scope of a CRD is immutable',
    refused: 'spec.scope: Invalid value: "Cluster": field is immutable',
  },
  {
    rule: '14 the kind does not change',
    before: project({ group: 'kind.example.com' }),
    files: project({ group: 'kind.example.com', kind: 'Cache' }),
    reported: 'names-changed the kind changed from Memcached to Cache: the kind of a CRD is immutable',
    refused: 'spec.names.kind: Invalid value: "Cache": field is immutable',
  },
  {
    // They form the name of the CRD: another name is another CRD, never an update.
    rule: '14 the group and the plural do not change',
    before: project({ group: 'group.example.com' }),
    files: project({ group: 'group.example.com' }),
    reported: '',
    refused: 'spec.names.plural: Invalid value: "caches": field is immutable',
    byHand: ({ spec }) => void (spec.names.plural = 'caches'),
  },
  {
    rule: '14 a stored version is not removed',
    before: {
      ...project({ group: 'stored.example.com', markers: '// +storageversion' }),
      [another]: source({ group: 'stored.example.com', version: 'v2' }),
    },
    files: { [another]: source({ group: 'stored.example.com', version: 'v2' }) },
    reported:
      'stored-version-removed v1 the storage version was removed: migrate all objects first, and remove the version from status.storedVersions',
    refused:
      'v1 was previously a storage version, and must remain in spec.versions until a storage migration',
  },
  {
    rule: '44 a new rule is within the cost limit',
    before: project({ group: 'new-rule.example.com', spec: '  tags: string[];' }),
    files: project({ group: 'new-rule.example.com', spec: costly }),
    reported:
      'OPG2114 4:35 the rule of tags exceeds the cost limit: its estimated cost is more than 100 times the limit',
    refused: 'estimated rule cost exceeds budget by factor of more than 100x',
  },
];

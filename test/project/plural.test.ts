import { expect, test } from 'vitest';
import { pluralOf, singularOf } from '../../src/project/plural.ts';

// The plurals of controller-gen, which are the names in the CRDs of migrated projects.
test.each([
  ['Policy', 'policies'],
  ['Proxy', 'proxies'],
  ['Topology', 'topologies'],
  ['Gateway', 'gateways'],
  ['HealthCheckPolicy', 'healthcheckpolicies'],
  ['Memcached', 'memcacheds'],
  ['DemoApplication', 'demoapplications'],
  ['FirstMate', 'firstmates'],
  ['Ingress', 'ingresses'],
  ['Wordpress', 'wordpresses'],
  ['Status', 'statuses'],
  ['Prometheus', 'prometheuses'],
  ['Batch', 'batches'],
  ['Busybox', 'busyboxes'],
  ['Index', 'indices'],
  ['SearchIndex', 'searchindices'],
  ['Matrix', 'matrices'],
  ['Quiz', 'quizzes'],
  ['Person', 'people'],
  ['Human', 'humans'],
  ['Analysis', 'analyses'],
  ['TimeSeries', 'timeseries'],
  ['Database', 'databases'],
  ['Repo', 'repoes'],
  ['Demo', 'demoes'],
  ['Foo', 'foos'],
  ['Zoo', 'zoos'],
  ['TestQuota', 'testquotas'],
  ['DNSRecord', 'dnsrecords'],
  ['DNS', 'dnses'],
  ['API', 'apis'],
  ['S3Bucket', 's3buckets'],
  ['HTTPRoute', 'httproutes'],
])('the plural of %s is %s', (kind, plural) => expect(pluralOf(kind)).toBe(plural));

test.each(['Redis', 'Series', 'Canvas', 'Data', 'Metrics', 'Lambda', 'Beta', 'Area', 'Extra', 'Fish'])(
  '%s counts as a plural',
  (kind) => expect(pluralOf(kind)).toBe(kind.toLowerCase()),
);

test.each([
  ['Bss', 'bsses'],
  ['DNSIDs', 'dnsids'],
])('the plural of %s is %s, where controller-gen would repeat the abbreviation', (kind, plural) =>
  expect(pluralOf(kind)).toBe(plural),
);

test.each([
  ['ports', 'port'],
  ['policies', 'policy'],
  ['addresses', 'address'],
  ['caches', 'cache'],
  ['matches', 'match'],
  ['prefixes', 'prefix'],
  ['sizes', 'size'],
  ['releases', 'release'],
  ['databases', 'database'],
  ['statuses', 'status'],
  ['hostAliases', 'hostAlias'],
  ['analyses', 'analysis'],
  ['releaseSeries', 'releaseSeries'],
  ['indices', 'index'],
  ['children', 'child'],
  ['Children', 'Child'],
  ['podCIDRs', 'podCIDR'],
  ['gateways', 'gateway'],
  ['metrics', 'metric'],
  ['ingress', undefined],
  ['status', undefined],
  ['dns', undefined],
  ['data', undefined],
])('the singular of %s is %s', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

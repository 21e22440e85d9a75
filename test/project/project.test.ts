import { describe, expect, test } from 'vitest';
import { checkGroupVersionKind } from '../../src/project/group-version-kind.ts';
import { kebabCase, variableName } from '../../src/project/names.ts';
import { pluralOf } from '../../src/project/plural.ts';

test.each([
  ['Memcached', 'memcacheds'],
  ['DemoApplication', 'demoapplications'],
  ['HealthCheckPolicy', 'healthcheckpolicies'],
  ['Busybox', 'busyboxes'],
  ['Wordpress', 'wordpresses'],
  ['Gateway', 'gateways'],
  ['Ingress', 'ingresses'],
  ['Prometheus', 'prometheuses'],
  ['Metrics', 'metrics'],
  ['Analysis', 'analyses'],
  ['TimeSeries', 'timeseries'],
  ['Person', 'people'],
])('the plural of %s is %s', (kind, plural) => expect(pluralOf(kind)).toBe(plural));

test.each([
  ['DemoApplication', 'demo-application', 'demoApplication'],
  ['HTTPRoute', 'http-route', 'httpRoute'],
  ['S3Bucket', 's3-bucket', 's3Bucket'],
  ['Class', 'class', 'classObject'],
  ['Request', 'request', 'requestObject'],
])('%s is in %s and is called %s', (kind, file, variable) => {
  expect(kebabCase(kind)).toBe(file);
  expect(variableName(kind)).toBe(variable);
});

describe('names that the API server would refuse', () => {
  const tree = { group: 'fruit', domain: 'example.com', version: 'v1', kind: 'Tree' };

  test('good ones pass', () => expect(checkGroupVersionKind(tree)).toEqual([]));

  test.each([
    ['a group in upper case', { group: 'Fruit' }, 'OPG3004'],
    ['a group that repeats the domain', { group: 'fruit.example.com' }, 'OPG3004'],
    ['a group without a dot', { domain: '' }, 'OPG3004'],
    ['a group of Kubernetes', { domain: 'k8s.io' }, 'OPG3010'],
    ['a version that begins with a digit', { version: '1alpha' }, 'OPG3005'],
    ['a version with a dot', { version: 'v1.2' }, 'OPG3005'],
    ['a kind with a dash', { kind: 'Apple-Tree' }, 'OPG3006'],
    ['a kind in lower case', { kind: 'tree' }, 'OPG3006'],
    ['a kind of 64 letters', { kind: `T${'r'.repeat(63)}` }, 'OPG3006'],
    ['a kind that the files import', { kind: 'Condition' }, 'OPG3006'],
  ])('%s', (_, change, code) => {
    expect(checkGroupVersionKind({ ...tree, ...change }).map((found) => found.code)).toEqual([code]);
  });
});

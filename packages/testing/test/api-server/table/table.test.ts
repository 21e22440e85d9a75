import { RuleValidator } from '@opgen/rules/cel';
import type { CustomResourceColumnDefinition } from '@opgen/rules/definitions';
import { describe, expect, it } from 'vitest';
import { builtins } from '../../../src/api-server/resources/builtin.ts';
import { tableOf, type Resource } from '../../../src/api-server/resources/resource.ts';
import type { StoredObject } from '../../../src/api-server/storage/stored-object.ts';
import { age, humanDuration } from '../../../src/api-server/table/human-duration.ts';
import { partialObjectMetadataList } from '../../../src/api-server/table/partial-object-metadata.ts';
import { table } from '../../../src/api-server/table/table.ts';
import { memcacheds } from '../discovery/fixtures.ts';

const now = new Date('2030-01-01T00:05:00Z');
const metadata = {
  name: 'cache',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2030-01-01T00:00:00Z',
};

function object(fields: object = {}): StoredObject {
  return { apiVersion: 'v1', kind: 'Any', metadata, ...fields };
}

function builtin(name: string): Resource {
  const resource = builtins().resources.find((one) => tableOf(one) === name);
  if (resource === undefined) throw new Error(`no ${name}`);
  return resource;
}

const cellsOf = (name: string, fields: object) =>
  table(builtin(name), [object(fields)], { now }).rows[0]?.cells;

describe('a duration', () => {
  const [s, m, h, d] = [1000, 60_000, 3_600_000, 86_400_000];
  const cases: [milliseconds: number, text: string][] = [
    [-5 * s, '<invalid>'],
    [-1 * s, '0s'],
    [0, '0s'],
    [119 * s, '119s'],
    [2 * m, '2m'],
    [150 * s, '2m30s'],
    [10 * m + 5 * s, '10m'],
    [179 * m, '179m'],
    [3 * h, '3h'],
    [200 * m, '3h20m'],
    [9 * h + 5 * m, '9h'],
    [50 * h, '2d2h'],
    [8 * d + h, '8d'],
    [730 * d, '2y'],
    [740 * d, '2y10d'],
    [3000 * d, '8y'],
  ];
  for (const [milliseconds, text] of cases) {
    it(`of ${milliseconds / 1000} seconds is ${text}`, () => expect(humanDuration(milliseconds)).toBe(text));
  }

  it('since an invalid time is invalid', () => expect(age('soon', now)).toBe('<invalid>'));
});

const withColumns = (columns: readonly CustomResourceColumnDefinition[]): Resource => ({
  ...memcacheds,
  custom: { columns, rules: new RuleValidator({}), selectableFields: [], storageVersion: 'v1' },
});
describe('the table of a custom resource', () => {
  const size: CustomResourceColumnDefinition = {
    name: 'Size',
    type: 'integer',
    jsonPath: '.spec.size',
    priority: 1,
  };

  it('has name and age without additionalPrinterColumns', () => {
    const { columnDefinitions, rows } = table(memcacheds, [object()], { now });
    expect(columnDefinitions.map(({ name, type }) => [name, type])).toEqual([
      ['Name', 'string'],
      ['Age', 'date'],
    ]);
    expect(rows[0]?.cells).toEqual(['cache', '5m']);
  });

  it('has exactly the declared columns', () => {
    expect(table(withColumns([size]), [object({ spec: { size: 3 } })], { now })).toMatchObject({
      columnDefinitions: [
        { name: 'Name', format: 'name' },
        { name: 'Size', type: 'integer', priority: 1 },
      ],
      rows: [{ cells: ['cache', 3] }],
    });
  });

  const cells: [type: string, value: unknown, cell: unknown][] = [
    ['string', 'a', 'a'],
    ['string', 3, '3'],
    ['string', ['a', 1], '["a",1]'],
    ['string', undefined, null],
    ['integer', 2.7, 2],
    ['integer', 'two', null],
    ['number', 2.5, 2.5],
    ['boolean', false, false],
    ['boolean', 'no', null],
    ['date', '2030-01-01T00:04:00Z', '60s'],
    ['date', 'soon', '<invalid>'],
  ];
  for (const [type, value, cell] of cells) {
    it(`shows ${JSON.stringify(value)} as ${JSON.stringify(cell)} in a column of type ${type}`, () => {
      const resource = withColumns([{ name: 'Value', type, jsonPath: '.spec.value' }]);
      expect(table(resource, [object({ spec: { value } })], { now }).rows[0]?.cells[1]).toBe(cell);
    });
  }
});

describe('the table of built-in kinds', () => {
  const containers = [{ name: 'memcached', image: 'memcached:1.6' }];
  const selector = { matchLabels: { app: 'cache' } };
  const cases: [kind: string, fields: object, cells: unknown[]][] = [
    [
      'apps/deployments',
      {
        spec: { replicas: 3, selector, template: { spec: { containers } } },
        status: { readyReplicas: 1, updatedReplicas: 2 },
      },
      ['cache', '1/3', 2, 0, '5m', 'memcached', 'memcached:1.6', 'app=cache'],
    ],
    [
      '/services',
      {
        spec: {
          type: 'NodePort',
          clusterIP: '10.0.0.7',
          ports: [
            { port: 80, nodePort: 30080, protocol: 'TCP' },
            { port: 53, protocol: 'UDP' },
          ],
        },
      },
      ['cache', 'NodePort', '10.0.0.7', '<none>', '80:30080/TCP,53/UDP', '5m', '<none>'],
    ],
    ['/configmaps', { data: { a: '1' }, binaryData: { b: 'Mg==' } }, ['cache', 2, '5m']],
    ['/secrets', { type: 'Opaque' }, ['cache', 'Opaque', 0, '5m']],
    ['/namespaces', { status: { phase: 'Active' } }, ['cache', 'Active', '5m']],
    [
      '/pods',
      {
        spec: { containers },
        status: {
          phase: 'Pending',
          containerStatuses: [{ restartCount: 2, state: { waiting: { reason: 'CrashLoopBackOff' } } }],
        },
      },
      ['cache', '0/1', 'CrashLoopBackOff', '2', '5m', '<none>', '<none>', '<none>', '<none>'],
    ],
    [
      'rbac.authorization.k8s.io/rolebindings',
      {
        roleRef: { kind: 'Role', name: 'editor' },
        subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'manager' }],
      },
      ['cache', 'Role/editor', '5m', '', '', 'default/manager'],
    ],
    ['apiextensions.k8s.io/customresourcedefinitions', {}, ['cache', '2030-01-01T00:00:00Z']],
    ['coordination.k8s.io/leases', {}, ['cache', '5m']],
  ];
  for (const [kind, fields, cells] of cases) {
    it(`shows ${kind}`, () => expect(cellsOf(kind, fields)).toEqual(cells));
  }

  it('has a cell for every column', () => {
    for (const resource of builtins().resources) {
      const { columnDefinitions, rows } = table(resource, [object()], { now });
      expect(rows[0]?.cells).toHaveLength(columnDefinitions.length);
      expect(rows[0]?.cells).not.toContain(undefined);
    }
  });
});

describe('a row', () => {
  const whole = object({ spec: { size: 1 } });
  it('contains only metadata by default', () => {
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    expect(table(memcacheds, [whole], { now }).rows[0]?.object).toEqual(partial);
    expect(partialObjectMetadataList({ resourceVersion: '8' }, [whole]).items).toEqual([partial]);
  });
  it('contains the object on request', () => {
    expect(table(memcacheds, [whole], { now, includeObject: 'Object' }).rows[0]?.object).toBe(whole);
  });
  it('contains nothing on request', () => {
    expect(table(memcacheds, [whole], { now, includeObject: 'None' }).rows[0]?.object).toBeNull();
  });
});

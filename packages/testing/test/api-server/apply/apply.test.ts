import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyConfiguration,
  ApplyConflict,
  ApplyError,
  type ApplyRequest,
} from '../../../src/api-server/apply/apply-configuration.ts';
import { FieldSet } from '../../../src/api-server/apply/field-set.ts';
import { recordUpdate, type RecordUpdateRequest } from '../../../src/api-server/apply/record-update.ts';
import type { JsonObject } from '@opgen/rules/json';
import { builtin, memcached, resolve } from './fixtures.ts';

const apiVersion = 'cache.example.com/v1';
const noon = new Date('2026-11-21T12:00:00.5Z');
const later = new Date('2026-11-21T13:00:00Z');

function object(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion, kind: 'Memcached', metadata: { name: 'a', namespace: 'ns', ...metadata }, spec };
}

/** The object as it is stored: it has a uid from its first write on. */
function stored(value: JsonObject): JsonObject {
  return { ...value, metadata: { ...(value['metadata'] as JsonObject), uid: 'u' } };
}

function apply(live: JsonObject | undefined, config: JsonObject, o: Partial<ApplyRequest> = {}): JsonObject {
  const defaults = {
    manager: 'operator',
    force: false,
    schema: memcached,
    resolve,
    apiVersion,
    hasStatus: true,
    now: noon,
  };
  return stored(applyConfiguration({ ...defaults, live, config, ...o }).object);
}

function update(
  old: JsonObject | undefined,
  next: JsonObject,
  o: Partial<RecordUpdateRequest> = {},
): JsonObject {
  const defaults = { manager: 'kubectl', schema: memcached, resolve, apiVersion, hasStatus: true, now: noon };
  return stored(recordUpdate({ ...defaults, old, next, ...o }));
}

function owners(value: JsonObject): Record<string, unknown> {
  const { managedFields = [] } = value['metadata'] as {
    managedFields?: { manager: string; fieldsV1: unknown }[];
  };
  return Object.fromEntries(managedFields.map((entry) => [entry.manager, entry.fieldsV1]));
}

describe('recordUpdate', () => {
  it('gives the creator of a custom resource all fields, including the parent structs', () => {
    const created = update(undefined, object({ size: 1, ports: [{ port: 80 }] }, { labels: { app: 'a' } }));
    expect(created['metadata']).toMatchObject({
      managedFields: [
        {
          manager: 'kubectl',
          operation: 'Update',
          apiVersion,
          time: '2026-11-21T12:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
            'f:spec': {
              '.': {},
              'f:ports': { '.': {}, 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
              'f:size': {},
            },
          },
        },
      ],
    });
  });

  it('gives the creator of a built-in object no struct that Go always writes', () => {
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { replicas: 1, template: { spec: { containers: [{ name: 'c', image: 'i', resources: {} }] } } },
    };
    const created = update(undefined, deployment, {
      schema: builtin('io.k8s.api.apps.v1.Deployment'),
      apiVersion: 'apps/v1',
    });
    expect(owners(created)['kubectl']).toEqual({
      'f:spec': {
        'f:replicas': {},
        'f:template': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"c"}': { '.': {}, 'f:image': {}, 'f:name': {}, 'f:resources': {} },
            },
          },
        },
      },
    });
  });

  it('moves changed fields to the manager that changed them', () => {
    const first = update(undefined, object({ size: 1, image: 'a' }));
    const second = update(
      first,
      { ...first, spec: { size: 2, image: 'a' } },
      { manager: 'autoscaler', now: later },
    );
    expect(owners(second)).toEqual({
      kubectl: { 'f:spec': { '.': {}, 'f:image': {} } },
      autoscaler: { 'f:spec': { 'f:size': {} } },
    });
  });

  it('keeps the time of a manager that changes nothing', () => {
    const first = update(undefined, object({ size: 1 }));
    expect(update(first, first, { now: later })).toEqual(first);
  });

  it('gives the main resource no status fields, and /status only status fields', () => {
    const first = update(undefined, object({ size: 1 }));
    const ready = { ...first, status: { ready: true } };
    expect(Object.keys(owners(update(first, ready)))).toEqual(['kubectl']);
    const reported = update(first, ready, { manager: 'operator', subresource: 'status' });
    expect(owners(reported)['operator']).toEqual({ 'f:status': { '.': {}, 'f:ready': {} } });
  });

  it('stops tracking an object whose managed fields were cleared', () => {
    const first = update(undefined, object({ size: 1 }));
    const cleared = { ...first, metadata: { ...(first['metadata'] as JsonObject), managedFields: [{}] } };
    expect(owners(update(first, cleared))).toEqual({});
  });

  it('merges the oldest of more than ten update entries', () => {
    let live = update(undefined, object({ free: { k0: 0 } }), { manager: 'm00' });
    for (let i = 1; i < 12; i += 1) {
      const free = Object.fromEntries(Array.from({ length: i + 1 }, (_, k) => [`k${k}`, k]));
      const at = new Date(noon.getTime() + i * 1000);
      live = update(
        live,
        { ...live, spec: { free } },
        { manager: `m${String(i).padStart(2, '0')}`, now: at },
      );
    }
    expect(Object.keys(owners(live))).toHaveLength(10);
    expect(owners(live)['ancient-changes']).toEqual({
      'f:spec': { '.': {}, 'f:free': { '.': {}, 'f:k0': {}, 'f:k1': {}, 'f:k2': {} } },
    });
  });
});

function map(data: JsonObject | undefined): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    ...(data === undefined ? {} : { data }),
  };
}

describe('applyConfiguration', () => {
  it('owns the fields that it sets', () => {
    const applied = apply(undefined, object({ size: 1, zones: ['a'], args: ['x'], selector: { a: 'b' } }));
    expect(owners(applied)).toEqual({
      operator: { 'f:spec': { 'f:args': {}, 'f:selector': {}, 'f:size': {}, 'f:zones': { 'v:"a"': {} } } },
    });
  });

  it('removes fields that it applied before and no longer applies, but none of others', () => {
    const first = apply(undefined, object({ size: 1, image: 'a', ports: [{ port: 80 }, { port: 81 }] }));
    const shared = apply(first, object({ image: 'a' }), { manager: 'other' });
    const again = apply(shared, object({ ports: [{ port: 81 }] }));
    expect(again['spec']).toEqual({ image: 'a', ports: [{ port: 81 }] });
  });

  it('merges items by key and keeps the items of others', () => {
    const first = update(
      undefined,
      object({
        ports: [
          { port: 80, protocol: 'TCP' },
          { port: 81, protocol: 'TCP' },
        ],
      }),
    );
    const applied = apply(first, object({ ports: [{ port: 81, name: 'x' }] }));
    expect(applied['spec']).toEqual({
      ports: [
        { port: 80, protocol: 'TCP' },
        { port: 81, protocol: 'TCP', name: 'x' },
      ],
    });
  });

  it('names a single conflict', () => {
    const live = update(undefined, object({ size: 1 }));
    const attempt = (): JsonObject => apply(live, object({ size: 2 }));
    expect(attempt).toThrow(ApplyConflict);
    expect(attempt).toThrow(
      'Apply failed with 1 conflict: conflict with "kubectl" using cache.example.com/v1: .spec.size',
    );
  });

  it('groups several conflicts by manager', () => {
    const live = update(apply(undefined, object({ size: 1 }), { manager: 'a' }), object({ size: 1 }));
    const both = update(live, { ...live, spec: { size: 1, ports: [{ port: 80, name: 'x' }] } });
    const message = [
      'Apply failed with 2 conflicts: conflicts with "a":',
      '- .spec.size',
      'conflicts with "kubectl" using cache.example.com/v1:',
      '- .spec.ports[port=80,protocol="TCP"].name',
    ].join('\n');
    const config = object({ size: 2, ports: [{ port: 80, protocol: 'TCP', name: 'y' }] });
    expect(() => apply(both, config)).toThrow(message);
  });

  it('takes over fields with force', () => {
    const live = update(undefined, object({ size: 1, image: 'a' }));
    const applied = apply(live, object({ size: 2 }), { force: true });
    expect(applied['spec']).toEqual({ size: 2, image: 'a' });
    expect(owners(applied)).toEqual({
      operator: { 'f:spec': { 'f:size': {} } },
      kubectl: { 'f:spec': { '.': {}, 'f:image': {} } },
    });
  });

  it('shares fields that it sets to the same value', () => {
    const live = update(undefined, object({ size: 1 }));
    expect(Object.keys(owners(apply(live, object({ size: 1 }))))).toEqual(['operator', 'kubectl']);
  });

  it('removes the struct of a built-in object together with its last field', () => {
    const schema = builtin('io.k8s.api.core.v1.ConfigMap');
    const first = apply(undefined, map({ a: '1' }), { schema, apiVersion: 'v1', hasStatus: false });
    const second = apply(first, map(undefined), { schema, apiVersion: 'v1', hasStatus: false });
    expect(second).not.toHaveProperty('data');
  });

  it('assigns untracked fields to before-first-apply', () => {
    const applied = apply(stored(object({ size: 1, image: 'a' })), object({ size: 1 }));
    expect(Object.keys(owners(applied))).toEqual(['operator', 'before-first-apply']);
  });

  it.each([
    [
      'a field that the schema does not declare',
      { bogus: 1 },
      'failed to create typed patch object (ns/a; cache.example.com/v1, Kind=Memcached): .spec.bogus: field not declared in schema',
    ],
    [
      'an item twice',
      { ports: [{ port: 80 }, { port: 80, protocol: 'TCP' }] },
      '.spec.ports: duplicate entries for key [port=80,protocol="TCP"]',
    ],
    [
      'an item without its key',
      { ports: [{ name: 'x' }] },
      '.spec.ports: element 0: associative list with keys has an element that omits key field "port" (and doesn\'t have default value)',
    ],
  ])('refuses %s', (_, spec, message) => {
    expect(() => apply(undefined, object(spec))).toThrow(ApplyError);
    expect(() => apply(undefined, object(spec))).toThrow(message);
  });

  const specs = fc.record(
    {
      size: fc.nat(5),
      image: fc.constantFrom('a', 'b'),
      zones: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
      args: fc.array(fc.constantFrom('x', 'y')),
      ports: fc.uniqueArray(
        fc.record({ port: fc.constantFrom(80, 81, 82), name: fc.constantFrom('p', 'q') }),
        {
          minLength: 1,
          selector: (port) => port.port,
        },
      ),
      free: fc.dictionary(fc.constantFrom('k', 'l'), fc.nat(3)),
    },
    { requiredKeys: [] },
  );

  it('changes nothing when it is repeated', () => {
    fc.assert(
      fc.property(specs, specs, (before, spec) => {
        const once = apply(update(undefined, object(before)), object(spec), { force: true });
        expect(apply(once, object(spec), { now: later })).toEqual(once);
      }),
    );
  });

  it('removes every field that only it applied', () => {
    fc.assert(
      fc.property(specs, specs, (first, second) => {
        const live = apply(apply(undefined, object(first)), object(second));
        const alone = apply(undefined, object(second));
        expect(FieldSet.decode(owners(live)['operator'])).toEqual(FieldSet.decode(owners(alone)['operator']));
        for (const key of Object.keys(first)) {
          if (!Object.hasOwn(second, key)) expect(live['spec'] ?? {}).not.toHaveProperty(key);
        }
      }),
    );
  });
});

describe('FieldSet', () => {
  const element = fc.constantFrom('f:spec', 'f:size', 'k:{"name":"a"}', 'v:"x"', 'i:1');
  const sets = fc
    .array(fc.array(element, { minLength: 1, maxLength: 4 }))
    .map((paths) => FieldSet.of(...paths));

  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(sets, (set) => {
        expect([...FieldSet.decode(set.encode()).paths()]).toEqual([...set.paths()]);
      }),
    );
  });
  it('is the union of its intersection with and its difference from another set', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        expect([...a.intersection(b).union(a.difference(b)).paths()]).toEqual([...a.paths()]);
      }),
    );
  });
});

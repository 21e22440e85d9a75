import { describe, expect, it } from 'vitest';
import { jsonPath } from '../../../src/api-server/patch/json-path.ts';
import { strategicMergePatch } from '../../../src/api-server/patch/strategic-merge-patch.ts';
import type { JsonObject } from '@opgen/rules/json';
import { builtin, resolve } from '../apply/fixtures.ts';

const schema = builtin('io.k8s.api.apps.v1.Deployment');

function deployment(spec: JsonObject): JsonObject {
  return { spec: { template: { spec } } };
}

function meta(finalizers: string[]): JsonObject {
  return { metadata: { finalizers } };
}

/** Patches the Pod's spec inside a Deployment. */
function patched(before: JsonObject, patch: JsonObject): unknown {
  const result = strategicMergePatch(deployment(before), deployment(patch), schema, resolve);
  return (result as { spec: { template: { spec: unknown } } }).spec.template.spec;
}

const pod: JsonObject = {
  containers: [
    { name: 'a', image: 'one', args: ['x', 'y'] },
    { name: 'b', image: 'two' },
  ],
};

describe('strategicMergePatch', () => {
  it.each([
    [
      'merges containers by name',
      pod,
      { containers: [{ name: 'b', image: 'three' }] },
      {
        containers: [
          { name: 'a', image: 'one', args: ['x', 'y'] },
          { name: 'b', image: 'three' },
        ],
      },
    ],
    [
      'puts new ones first',
      { containers: [{ name: 'a' }] },
      { containers: [{ name: 'c' }] },
      { containers: [{ name: 'c' }, { name: 'a' }] },
    ],
    [
      'deletes by directive',
      pod,
      { containers: [{ name: 'a', $patch: 'delete' }] },
      { containers: [{ name: 'b', image: 'two' }] },
    ],
    [
      'replaces a list by directive',
      pod,
      { containers: [{ $patch: 'replace' }, { name: 'c' }] },
      { containers: [{ name: 'c' }] },
    ],
    [
      'replaces lists without a strategy',
      pod,
      { containers: [{ name: 'a', args: ['z'] }] },
      {
        containers: [
          { name: 'a', image: 'one', args: ['z'] },
          { name: 'b', image: 'two' },
        ],
      },
    ],
    ['deletes with null', { hostname: 'h', nodeName: 'n' }, { hostname: null }, { nodeName: 'n' }],
    [
      'replaces a map by directive',
      { nodeSelector: { a: '1' } },
      { nodeSelector: { $patch: 'replace', b: '2' } },
      { nodeSelector: { b: '2' } },
    ],
    [
      'sets the order',
      pod,
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] },
      {
        containers: [
          { name: 'b', image: 'two' },
          { name: 'a', image: 'one', args: ['x', 'y'] },
        ],
      },
    ],
    [
      'keeps only the retained keys',
      { volumes: [{ name: 'v', emptyDir: {} }] },
      { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/' } }] },
      { volumes: [{ name: 'v', hostPath: { path: '/' } }] },
    ],
  ])('%s', (_, before, patch, after) => {
    expect(patched(before, patch)).toEqual(after);
  });

  it('deletes primitives from a list and adds others', () => {
    expect(strategicMergePatch(meta(['a', 'b']), meta(['b', 'c']), schema, resolve)).toEqual(
      meta(['a', 'b', 'c']),
    );
    const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } };
    expect(strategicMergePatch(meta(['a', 'b']), patch, schema, resolve)).toEqual(meta(['b']));
  });
  it('rejects an item without its merge key', () => {
    expect(() => patched(pod, { containers: [{ image: 'x' }] })).toThrow(
      'does not contain declared merge key: name',
    );
  });
});

describe('jsonPath', () => {
  const value = {
    metadata: { labels: { 'a.b': 'dotted', app: 'mem' } },
    status: {
      ready: true,
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'Stale', status: 'False' },
      ],
    },
  };
  it.each([
    ['.status.ready', [true]],
    ['.status.none.deeper', []],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ['.status.conditions[?(@.type!="Ready")].status', ['False']],
    ['.status.conditions[1].type', ['Stale']],
    ['.status.conditions[-1].type', ['Stale']],
    ['.status.conditions[*].type', ['Ready', 'Stale']],
    [".metadata.labels['app']", ['mem']],
    [String.raw`.metadata.labels.a\.b`, ['dotted']],
    ['{.status.ready}', [true]],
  ])('reads %s', (path, expected) => {
    expect(jsonPath(value, path)).toEqual(expected);
  });
  it('rejects unsupported syntax', () => {
    expect(() => jsonPath(value, '.status[?(@.a > 3)]')).toThrow('unsupported JSONPath');
  });
});

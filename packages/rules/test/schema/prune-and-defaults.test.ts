import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../../src/schema/defaults.ts';
import { prune } from '../../src/schema/prune.ts';
import type { JSONSchemaProps } from '../../src/schema/json-schema-props.ts';

const memcached = (spec: object): object => ({ apiVersion: 'v1', kind: 'M', metadata: { name: 'a' }, spec });

describe('prune', () => {
  const schema: JSONSchemaProps = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer' },
          nodes: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          open: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { closed: { type: 'object', properties: { a: { type: 'string' } } } },
          },
          pod: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: { spec: { type: 'object' } },
          },
        },
      },
    },
  };

  it.each([
    ['unknown fields', { size: 1, bogus: 2 }, { size: 1 }, ['spec.bogus']],
    [
      'unknown fields of items',
      { nodes: [{ name: 'a', x: 1 }] },
      { nodes: [{ name: 'a' }] },
      ['spec.nodes[0].x'],
    ],
    ['no key of a map', { labels: { a: 'b' } }, { labels: { a: 'b' } }, []],
    ['nothing where unknown fields are preserved', { open: { x: { y: 1 } } }, { open: { x: { y: 1 } } }, []],
    [
      'what a preserving node declares',
      { open: { closed: { a: 'b', c: 1 } } },
      { open: { closed: { a: 'b' } } },
      ['spec.open.closed.c'],
    ],
    [
      'all but the meta fields of an embedded object',
      { pod: { kind: 'Pod', x: 1 } },
      { pod: { kind: 'Pod' } },
      ['spec.pod.x'],
    ],
  ])('drops %s', (_, spec, kept, unknown) => {
    expect(prune(memcached(spec), schema)).toEqual({ value: memcached(kept), unknown });
  });

  it('leaves its input alone', () => {
    const input = Object.freeze({ bogus: 1 });
    prune(input, schema);
    expect(input).toEqual({ bogus: 1 });
  });
});

describe('applyDefaults', () => {
  const schema: JSONSchemaProps = {
    type: 'object',
    properties: {
      size: { type: 'integer', default: 1 },
      image: { type: 'string' },
      maybe: { type: 'string', nullable: true, default: 'x' },
      probe: { type: 'object', default: {}, properties: { path: { type: 'string', default: '/' } } },
      ports: {
        type: 'array',
        items: { type: 'object', properties: { protocol: { type: 'string', default: 'TCP' } } },
      },
      pools: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { n: { type: 'integer', default: 2 } } },
      },
    },
  };
  const full = { size: 1, maybe: 'x', probe: { path: '/' } };

  it.each([
    ['absent fields', {}, full],
    ['null where none may be', { size: null }, full],
    [
      'items of a list',
      { ports: [{}, { protocol: 'UDP' }] },
      { ...full, ports: [{ protocol: 'TCP' }, { protocol: 'UDP' }] },
    ],
    ['values of a map', { pools: { a: {} } }, { ...full, pools: { a: { n: 2 } } }],
  ])('fills in %s', (_, value, expected) => {
    expect(applyDefaults(value, schema)).toEqual(expected);
  });
  it('keeps null where it may be', () => {
    expect(applyDefaults({ maybe: null }, schema)).toEqual({ ...full, maybe: null });
  });
  it('drops null where it may not be and nothing stands in for it', () => {
    expect(applyDefaults({ image: null }, schema)).toEqual(full);
  });
});

import { describe, expect, it } from 'vitest';
import { jsonOfProtobuf } from '../../../src/api-server/http/protobuf.ts';
import { StatusError } from '../../../src/api-server/status-errors.ts';

type Part = [number: number, value: number | string | Part[]];

/** Encodes a message; numbers up to 127. */
function message(parts: readonly Part[]): Buffer {
  return Buffer.concat(
    parts.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([number << 3, value]);
      const bytes = typeof value === 'string' ? Buffer.from(value) : message(value);
      return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
    }),
  );
}

function part(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}

function read(apiVersion: string, kind: string, object: readonly Part[]): unknown {
  const type = message([
    [1, apiVersion],
    [2, kind],
  ]);
  const raw = message(object);
  const bytes = Buffer.concat([Buffer.from('k8s\0'), part(1, type), part(2, raw)]);
  return JSON.parse(jsonOfProtobuf(bytes));
}

describe('protobuf', () => {
  it('is decoded with maps, and without empty fields', () => {
    const metadata: Part[] = [
      [1, 'a'],
      [2, ''],
      [8, []],
    ];
    const data: Part[] = [
      [1, 'key'],
      [2, 'value'],
    ];
    const configMap = read('v1', 'ConfigMap', [
      [1, metadata],
      [2, data],
    ]);
    expect(configMap).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { key: 'value' },
    });
  });

  it('keeps an explicit zero', () => {
    expect(read('apps/v1', 'Deployment', [[2, [[1, 0]]]])).toMatchObject({ spec: { replicas: 0 } });
  });

  it('has bytes, lists, and numbers or strings', () => {
    expect(
      read('v1', 'Secret', [
        [
          2,
          [
            [1, 'key'],
            [2, 'value'],
          ],
        ],
      ]),
    ).toMatchObject({ data: { key: 'dmFsdWU=' } });
    const port: Part[] = [
      [3, 80],
      [
        4,
        [
          [1, 1],
          [3, 'http'],
        ],
      ],
    ];
    expect(read('v1', 'Service', [[2, [[1, port]]]])).toMatchObject({
      spec: { ports: [{ port: 80, targetPort: 'http' }] },
    });
  });

  it('of an unknown kind is rejected, like a body that is not protobuf', () => {
    expect(() => read('example.com/v1', 'Widget', [])).toThrow('unknown format');
    expect(() => jsonOfProtobuf(Buffer.from('{}'))).toThrow(StatusError);
    expect(() => jsonOfProtobuf(Buffer.from('k8s\0\x0a\x7f'))).toThrow('truncated');
  });
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepFreeze } from '@opgen/rules/json';
import { shareParts } from '../../src/cache/share-parts.ts';
import { deepEqual } from '../../src/objects/json.ts';

const known = deepFreeze({
  metadata: { name: 'a', labels: { app: 'web' } },
  spec: { ports: [{ port: 80 }, { port: 443 }], image: 'web' },
});

describe('a received object', () => {
  test('shares equal parts with the known object', () => {
    const received = structuredClone({ ...known, metadata: { ...known.metadata, name: 'b' } });
    const shared = shareParts(received, known);
    expect(shared.metadata.name).toBe('b');
    expect(shared.metadata.labels).toBe(known.metadata.labels);
    expect(shared.spec).toBe(known.spec);
  });

  test('shares equal elements of different lists', () => {
    const received = structuredClone({ ...known, spec: { ...known.spec, ports: [{ port: 80 }] } });
    const shared = shareParts(received, known);
    expect(shared.spec.ports).toEqual([{ port: 80 }]);
    expect(shared.spec.ports[0]).toBe(known.spec.ports[0]);
  });

  test('is replaced by the known object if they are equal', () => {
    expect(shareParts(structuredClone(known), known)).toBe(known);
  });

  test('is returned unchanged if it is frozen', () => {
    const received = deepFreeze(structuredClone({ ...known, more: true }));
    expect(shareParts(received, known)).toBe(received);
  });
});

test('sharing never changes the received value and returns the known object only if both are equal', () => {
  const value = fc.jsonValue({ maxDepth: 4 }).map((made) => JSON.stringify(made));
  fc.assert(
    fc.property(value, value, fc.boolean(), (a, b, same) => {
      const received: unknown = JSON.parse(a);
      const other: unknown = deepFreeze(JSON.parse(same ? a : b));
      const shared = shareParts(received, other);
      expect(JSON.stringify(shared)).toBe(shared === other ? JSON.stringify(other) : a);
      expect(deepEqual(shared, JSON.parse(a))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

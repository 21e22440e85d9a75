import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadFacts } from '../../src/kubernetes/facts.ts';
import { type Minor, minorOf, minors } from '@opgen/rules/builtin';

describe('a version of Kubernetes', () => {
  test.each([
    ['1.34', '1.34'],
    ['v1.34', '1.34'],
    ['v1.34.2', '1.34'],
    ['v1.36.0-rc.1', '1.36'],
    ['v1.35.4+k3s1', '1.35'],
    ['1.20', undefined],
    ['1', undefined],
    ['newest', undefined],
  ])('%s has the minor version %s', (version, minor) => expect(minorOf(version)).toBe(minor));
});

/**
 * SHA-256 of the schemas that an API server of each minor publishes, sorted by name. Older minors are
 * stored as differences from the newest, so a change of the newest must not change them.
 */
const published: Record<Minor, string> = {
  '1.33': 'ad78444a29fce18f3cd28f9ea54c566fe066967baea26d0b8be60545ecce69da',
  '1.34': '48e91849e5373e39a1be503ab3ef5b54dd352874c60abee594c8e2795788bac7',
  '1.35': 'c3e7b7a784cf3deaed4781d1a2b36a6ac098a630f0e8c9d5730c8657d7c70944',
  '1.36': '098f0c7fc5b0dff6970c5edd5ebbecfb42d14e1b8a79edf9f93dc39005187ffc',
};

/** The schemas published by those API servers; stored outside the repository. */
const outside = fileURLToPath(new URL('../../../shared/kubernetes/', import.meta.url));
if (!existsSync(outside))
  console.warn('Facts are compared by their hashes only: ../shared/kubernetes is missing.');

describe.each(minors)('the facts about %s', (minor) => {
  test('have the hash of the schemas of its API server', async () => {
    const { schemas } = await loadFacts(minor);
    expect(createHash('sha256').update(sortedJson(schemas)).digest('hex')).toBe(published[minor]);
  });

  test.skipIf(!existsSync(outside))('equal the schemas of its API server', async () => {
    const { schemas } = await loadFacts(minor);
    expect(schemas).toEqual(JSON.parse(readFileSync(join(outside, `v${minor}/schemas.json`), 'utf8')));
  });

  test('refer only to types that they contain', async () => {
    const { schemas } = await loadFacts(minor);
    const references = [...JSON.stringify(schemas).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(1000);
    expect(references.map(([, name = '']) => name).filter((name) => !(name in schemas))).toEqual([]);
  });

  test('have no descriptions', async () => {
    expect(JSON.stringify(await loadFacts(minor))).not.toMatch(/"description":"/);
  });
});

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

test('older minors lack newer fields', async () => {
  const [oldest, newest] = await Promise.all([loadFacts('1.33'), loadFacts('1.36')]);
  const fields = (schemas: typeof oldest.schemas) =>
    Object.keys(schemas['io.k8s.api.core.v1.EnvVarSource']?.properties ?? {});
  expect(fields(oldest.schemas)).not.toContain('fileKeyRef');
  expect(fields(newest.schemas)).toContain('fileKeyRef');
});

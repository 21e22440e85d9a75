import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadFacts } from '../../src/kubernetes/facts.ts';
import { minorOf, minors } from '../../src/kubernetes/minors.ts';

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
  ])('%s is of the minor %s', (version, minor) => expect(minorOf(version)).toBe(minor));
});

describe.each(minors)('the facts about %s', (minor) => {
  const given = fileURLToPath(new URL(`../../../shared/kubernetes/v${minor}/schemas.json`, import.meta.url));

  test.skipIf(!existsSync(given))('are what its API server says', async () => {
    const { schemas } = await loadFacts(minor);
    expect(schemas).toEqual(JSON.parse(readFileSync(given, 'utf8')));
  });

  test('have no prose', async () => {
    expect(JSON.stringify(await loadFacts(minor))).not.toMatch(/"description":"/);
  });
});

test('older minors lack what newer ones have', async () => {
  const [oldest, newest] = await Promise.all([loadFacts('1.33'), loadFacts('1.36')]);
  const fields = (schemas: typeof oldest.schemas) =>
    Object.keys(schemas['io.k8s.api.core.v1.EnvVarSource']?.properties ?? {});
  expect(fields(oldest.schemas)).not.toContain('fileKeyRef');
  expect(fields(newest.schemas)).toContain('fileKeyRef');
});

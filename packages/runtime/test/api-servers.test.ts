import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Tests that start an API server themselves. All others use `startTestCluster`, so they also run on the real one. */
const reasons: Readonly<Record<string, string>> = {
  'support/test-cluster.ts': 'it is what the others take',
  'certificates/managed-certificates.property.test.ts':
    'time moves by turns of the event loop, within which only a server in this process has answered',
  'faults/': 'time is virtual there too; what is in real time strikes at real servers in real-server.test.ts',
  'recreate/recreate.test.ts': 'it runs on both at once: on the real one with all controllers of a cluster',
};

test('every test runs on the real API server or gives a reason why it cannot', () => {
  const starting = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => /\bstartCluster\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
    .map((path) => Object.keys(reasons).find((place) => path.startsWith(place)) ?? path);
  expect([...new Set(starting)].toSorted()).toEqual(Object.keys(reasons).toSorted());
});

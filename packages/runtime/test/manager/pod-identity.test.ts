import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownNamespace } from '../../src/manager/pod-identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'opgen-'));
const serviceAccountFile = join(folder, 'namespace');
writeFileSync(serviceAccountFile, 'operators\n');

test.each([
  [
    'prefers the namespace in POD_NAMESPACE',
    { POD_NAMESPACE: 'memcached-system' },
    serviceAccountFile,
    'memcached-system',
  ],
  [
    'falls back to the namespace of the service account',
    { POD_NAMESPACE: '' },
    serviceAccountFile,
    'operators',
  ],
  ['returns undefined outside a cluster', {}, join(folder, 'missing'), undefined],
])('%s', (_, environment, file, namespace) => {
  expect(ownNamespace({ environment, serviceAccountFile: file })).toBe(namespace);
});

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
    'what the Deployment says comes first',
    { POD_NAMESPACE: 'memcached-system' },
    serviceAccountFile,
    'memcached-system',
  ],
  ['then what the service account says', { POD_NAMESPACE: '' }, serviceAccountFile, 'operators'],
  ['outside of a cluster there is none', {}, join(folder, 'missing'), undefined],
])('%s', (_, environment, file, namespace) => {
  expect(ownNamespace({ environment, serviceAccountFile: file })).toBe(namespace);
});

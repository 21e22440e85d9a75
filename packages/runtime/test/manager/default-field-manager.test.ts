import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultFieldManager } from '../../src/manager/default-field-manager.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'opgen-field-manager-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const inPod = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };
const host = 'memcached-operator-controller-manager-7c9d8f6b5-x2x1z';

test('prefers the name of the Lease, which no two operators can share', () => {
  expect(defaultFieldManager({ leaseId: 'memcached-operator-leader', environment: inPod, host })).toBe(
    'memcached-operator-leader',
  );
});

test('uses the package name of the program, at any folder depth', () => {
  mkdirSync(join(folder, 'dist/src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'memcached-operator' }));
  writeFileSync(join(folder, 'dist/package.json'), JSON.stringify({ type: 'module' }));
  const script = join(folder, 'dist/src/main.js');
  expect(defaultFieldManager({ script, environment: {}, host })).toBe('memcached-operator');
});

test('uses the Deployment name in the Pod of a bundled program', () => {
  expect(defaultFieldManager({ script: join(folder, 'main.js'), environment: inPod, host })).toBe(
    'memcached-operator-controller-manager',
  );
  const environment = { ...inPod, POD_NAME: 'redis-6d4cf56db6-abcde' };
  expect(defaultFieldManager({ script: join(folder, 'main.js'), environment, host })).toBe('redis');
});

test('falls back to the name of the library', () => {
  expect(defaultFieldManager({ script: join(folder, 'main.js'), environment: {}, host })).toBe('opgen');
});

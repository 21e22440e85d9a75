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

test('the name of the Lease comes first: no two operators can share it', () => {
  expect(defaultFieldManager({ leaseId: 'memcached-operator-leader', environment: inPod, host })).toBe(
    'memcached-operator-leader',
  );
});

test('the package of the program, however deep it is', () => {
  mkdirSync(join(folder, 'dist/src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'memcached-operator' }));
  writeFileSync(join(folder, 'dist/package.json'), JSON.stringify({ type: 'module' }));
  const script = join(folder, 'dist/src/main.js');
  expect(defaultFieldManager({ script, environment: {}, host })).toBe('memcached-operator');
});

test('the Deployment, in the Pod of a bundled program', () => {
  expect(defaultFieldManager({ script: join(folder, 'main.js'), environment: inPod, host })).toBe(
    'memcached-operator-controller-manager',
  );
  const environment = { ...inPod, POD_NAME: 'redis-6d4cf56db6-abcde' };
  expect(defaultFieldManager({ script: join(folder, 'main.js'), environment, host })).toBe('redis');
});

test('elsewhere it is that of the library', () => {
  expect(defaultFieldManager({ script: join(folder, 'main.js'), environment: {}, host })).toBe('opgen');
});

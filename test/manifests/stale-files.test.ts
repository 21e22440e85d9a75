import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Disk } from '../../src/disk/disk.ts';
import { staleFiles } from '../../src/manifests/stale-files.ts';
import { generatedHeader } from '../../src/manifests/write-yaml.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

test('only generated files that are no longer needed are stale', () => {
  const root = temporaryFolder();
  const folder = 'config/crd/bases';
  writeFolder(root, {
    [`${folder}/cache.example.com_memcacheds.yaml`]: `${generatedHeader}\n---\n`,
    [`${folder}/cache.example.com_redis.yaml`]: `${generatedHeader}\n---\n`,
    [`${folder}/somebody.elses.yaml`]: '---\n',
    [`${folder}/notes.txt`]: generatedHeader,
  });
  mkdirSync(join(root, folder, 'folder.yaml'));
  const wanted = [{ path: `${folder}/cache.example.com_memcacheds.yaml` }];
  expect(staleFiles(root, [folder, 'config/rbac'], wanted, new Disk())).toEqual([
    `${folder}/cache.example.com_redis.yaml`,
  ]);
});

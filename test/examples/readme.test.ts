/** The README of an example shows the objects of its instance as they are. `npm run golden` draws them again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { expect, test } from 'vitest';
import { exampleFolder } from './examples.ts';
import { withOperator } from './operated-scene.ts';
import { objectTree } from './object-tree.ts';
import { subjects } from './subjects.ts';

const block = /(?<=^```text objects\n)[^`]*(?=^```$)/m;

test.each(subjects)('the README of $example shows its objects', async (subject) => {
  const path = join(exampleFolder(subject.example), 'README.md');
  const tree = await withOperator(subject, async (scene) => {
    await subject.lifecycle[0]?.act(scene);
    await scene.cluster.settled();
    return objectTree(scene, subject.kind, new Set([...subject.creates, ReplicaSet, Pod, EndpointSlice]));
  });
  const readme = readFileSync(path, 'utf8');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, readme.replace(block, tree));
  expect(block.exec(readFileSync(path, 'utf8'))?.[0]).toBe(tree);
});

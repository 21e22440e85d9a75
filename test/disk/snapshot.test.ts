import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Disk } from '../../src/disk/disk.ts';
import { compare, type Snapshot, snapshotOf } from '../../src/disk/snapshot.ts';
import { isSettled, stampOf } from '../../src/disk/stamp.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const none = { texts: new Map(), folders: [] };

/** A folder, and the snapshot of the reads in it. */
function asked(files: Record<string, string>, ask: (disk: Disk, root: string) => void) {
  const root = temporaryFolder();
  writeFolder(root, files);
  const disk = new Disk();
  ask(disk, root);
  return { root, snapshot: written(snapshotOf(root, 0, [disk], none)) };
}

/** The snapshot after a round trip through JSON. */
function written(snapshot: Snapshot): Snapshot {
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}

type Case = [string, (disk: Disk, root: string) => unknown, (root: string) => void];

const nothing = (ask: () => unknown): unknown => {
  try {
    return ask();
  } catch {
    return undefined;
  }
};

describe('a snapshot holds until', () => {
  test.each<Case>([
    [
      'a text changes',
      (disk, root) => disk.text(join(root, 'a')),
      (root) => writeFileSync(join(root, 'a'), 'two'),
    ],
    ['a file is removed', (disk, root) => disk.text(join(root, 'a')), (root) => rmSync(join(root, 'a'))],
    [
      'a missing file appears',
      (disk, root) => nothing(() => disk.text(join(root, 'b'))),
      (root) => writeFileSync(join(root, 'b'), ''),
    ],
    [
      'a folder appears in place of a missing file',
      (disk, root) => nothing(() => disk.text(join(root, 'b'))),
      (root) => mkdirSync(join(root, 'b')),
    ],
    [
      'a tested file is removed',
      (disk, root) => disk.isFile(join(root, 'a')),
      (root) => rmSync(join(root, 'a')),
    ],
    [
      'a tested file appears',
      (disk, root) => disk.isFile(join(root, 'b')),
      (root) => writeFileSync(join(root, 'b'), ''),
    ],
    [
      'a tested path appears',
      (disk, root) => disk.isThere(join(root, 'b')),
      (root) => mkdirSync(join(root, 'b')),
    ],
    [
      'a folder gains an entry',
      (disk, root) => disk.list(root),
      (root) => writeFileSync(join(root, 'b'), ''),
    ],
    ['a folder loses an entry', (disk, root) => disk.list(root), (root) => rmSync(join(root, 'a'))],
    [
      'a file in a folder becomes a folder',
      (disk, root) => disk.list(root),
      (root) => {
        rmSync(join(root, 'a'));
        mkdirSync(join(root, 'a'));
      },
    ],
    [
      'a missing folder appears',
      (disk, root) => disk.list(join(root, 'b')),
      (root) => mkdirSync(join(root, 'b')),
    ],
    [
      'a link changes its target',
      (disk, root) => disk.realPath(join(root, 'link')),
      (root) => {
        rmSync(join(root, 'link'));
        symlinkSync(join(root, 'folder'), join(root, 'link'));
      },
    ],
    [
      'a linked folder is removed',
      (disk, root) => disk.list(root),
      (root) => rmSync(join(root, 'folder/deep'), { recursive: true }),
    ],
  ])('%s', (_, ask, change) => {
    const { root, snapshot } = asked({ a: 'one', 'folder/deep/file': '' }, (disk, folder) => {
      symlinkSync(join(folder, 'a'), join(folder, 'link'));
      symlinkSync(join(folder, 'folder/deep'), join(folder, 'linked-folder'));
      ask(disk, folder);
    });
    expect(compare(root, snapshot, 0)).toBeDefined();
    change(root);
    expect(compare(root, snapshot, 0)).toBeUndefined();
  });
});

/** A file written by an earlier command. */
function left() {
  const root = temporaryFolder();
  writeFolder(root, { 'config/a.yaml': 'a: 1\nb: 2\n' });
  const file = join(root, 'config/a.yaml');
  const outputs = { texts: new Map([[file, 'a: 1\nb: 2\n']]), folders: [join(root, 'config')] };
  return { root, file, snapshot: written(snapshotOf(root, 0, [], outputs)) };
}

describe('outputs count as unchanged', () => {
  test('with Windows line endings', () => {
    const { file, root, snapshot } = left();
    writeFileSync(file, 'a: 1\r\nb: 2\r\n');
    expect(compare(root, snapshot, 0)).toBeDefined();
  });

  test('but not if they are links or in linked folders', () => {
    const { file, root, snapshot } = left();
    renameSync(file, `${file}.moved`);
    symlinkSync(`${file}.moved`, file);
    expect(compare(root, snapshot, 0)).toBeUndefined();
    renameSync(`${file}.moved`, file);
    expect(compare(root, snapshot, 0)).toBeDefined();
    renameSync(join(root, 'config'), join(root, 'moved'));
    symlinkSync(join(root, 'moved'), join(root, 'config'));
    expect(compare(root, snapshot, 0)).toBeUndefined();
  });
});

test('does not read a file again if its stamp is unchanged and settled', async () => {
  const { root, snapshot } = asked({ a: 'one' }, (disk, folder) => disk.text(join(folder, 'a')));
  // A snapshot from before the write proves nothing.
  expect(compare(root, snapshot, 0)).toMatchObject({ renewed: true });
  await expect.poll(() => isSettled(stampOf(join(root, 'a')), Date.now())).toBe(true);
  const renewed = compare(root, snapshot, Date.now());
  expect(renewed).toMatchObject({ renewed: true });
  expect(compare(root, renewed?.snapshot ?? snapshot, Date.now())).toMatchObject({ renewed: false });
});

test('answers a repeated read from memory, even after the file changed', () => {
  const root = temporaryFolder();
  writeFolder(root, { a: 'one' });
  const disk = new Disk();
  const texts = [disk.text(join(root, 'a'))];
  writeFileSync(join(root, 'a'), 'two');
  texts.push(disk.text(join(root, 'a')));
  expect(texts).toEqual(['one', 'one']);
  expect(compare(root, snapshotOf(root, 0, [disk], none), 0)).toBeUndefined();
});

test('uses the first of two disks that read the same file', () => {
  const root = temporaryFolder();
  writeFolder(root, { a: 'one' });
  const [before, after] = [new Disk(), new Disk()];
  before.text(join(root, 'a'));
  writeFileSync(join(root, 'a'), 'two');
  after.text(join(root, 'a'));
  expect(compare(root, snapshotOf(root, 0, [before, after], none), 0)).toBeUndefined();
  expect(compare(root, snapshotOf(root, 0, [after, before], none), 0)).toBeDefined();
});

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Disk } from '../../src/disk/disk.ts';
import { compare, type Snapshot, snapshotOf } from '../../src/disk/snapshot.ts';
import { isSettled, stampOf } from '../../src/disk/stamp.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const none = { texts: new Map(), folders: [] };

/** A folder, and what was asked in it. */
function asked(files: Record<string, string>, ask: (disk: Disk, root: string) => void) {
  const root = temporaryFolder();
  writeFolder(root, files);
  const disk = new Disk();
  ask(disk, root);
  return { root, snapshot: written(snapshotOf(root, 0, [disk], none)) };
}

/** As it comes back from a file. */
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
      'a text is another one',
      (disk, root) => disk.text(join(root, 'a')),
      (root) => writeFileSync(join(root, 'a'), 'two'),
    ],
    ['a text is gone', (disk, root) => disk.text(join(root, 'a')), (root) => rmSync(join(root, 'a'))],
    [
      'a text appears',
      (disk, root) => nothing(() => disk.text(join(root, 'b'))),
      (root) => writeFileSync(join(root, 'b'), ''),
    ],
    [
      'a folder is where nothing was',
      (disk, root) => nothing(() => disk.text(join(root, 'b'))),
      (root) => mkdirSync(join(root, 'b')),
    ],
    ['a file is no file', (disk, root) => disk.isFile(join(root, 'a')), (root) => rmSync(join(root, 'a'))],
    [
      'a file appears',
      (disk, root) => disk.isFile(join(root, 'b')),
      (root) => writeFileSync(join(root, 'b'), ''),
    ],
    ['anything appears', (disk, root) => disk.isThere(join(root, 'b')), (root) => mkdirSync(join(root, 'b'))],
    ['a folder holds more', (disk, root) => disk.list(root), (root) => writeFileSync(join(root, 'b'), '')],
    ['a folder holds less', (disk, root) => disk.list(root), (root) => rmSync(join(root, 'a'))],
    [
      'a file of a folder is a folder',
      (disk, root) => disk.list(root),
      (root) => {
        rmSync(join(root, 'a'));
        mkdirSync(join(root, 'a'));
      },
    ],
    ['a folder appears', (disk, root) => disk.list(join(root, 'b')), (root) => mkdirSync(join(root, 'b'))],
    [
      'a link leads elsewhere',
      (disk, root) => disk.realPath(join(root, 'link')),
      (root) => {
        rmSync(join(root, 'link'));
        symlinkSync(join(root, 'folder'), join(root, 'link'));
      },
    ],
    [
      'a link of a folder leads to no folder',
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

/** A file that a command has left. */
function left() {
  const root = temporaryFolder();
  writeFolder(root, { 'config/a.yaml': 'a: 1\nb: 2\n' });
  const file = join(root, 'config/a.yaml');
  const outputs = { texts: new Map([[file, 'a: 1\nb: 2\n']]), folders: [join(root, 'config')] };
  return { root, file, snapshot: written(snapshotOf(root, 0, [], outputs)) };
}

describe('outputs are as they were left', () => {
  test('also with the line ends of Windows', () => {
    const { file, root, snapshot } = left();
    writeFileSync(file, 'a: 1\r\nb: 2\r\n');
    expect(compare(root, snapshot, 0)).toBeDefined();
  });

  test('but not as links, nor in folders that are links', () => {
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

test('no text is read again whose file has the same stamp, once that is settled', async () => {
  const { root, snapshot } = asked({ a: 'one' }, (disk, folder) => disk.text(join(folder, 'a')));
  // Of a moment before anything was written nothing follows.
  expect(compare(root, snapshot, 0)).toMatchObject({ renewed: true });
  await vi.waitFor(() => expect(isSettled(stampOf(join(root, 'a')), Date.now())).toBe(true), {
    timeout: 10_000,
  });
  const renewed = compare(root, snapshot, Date.now());
  expect(renewed).toMatchObject({ renewed: true });
  expect(compare(root, renewed?.snapshot ?? snapshot, Date.now())).toMatchObject({ renewed: false });
});

test('what is asked twice is answered as it was, though the file is another one', () => {
  const root = temporaryFolder();
  writeFolder(root, { a: 'one' });
  const disk = new Disk();
  const texts = [disk.text(join(root, 'a'))];
  writeFileSync(join(root, 'a'), 'two');
  texts.push(disk.text(join(root, 'a')));
  expect(texts).toEqual(['one', 'one']);
  expect(compare(root, snapshotOf(root, 0, [disk], none), 0)).toBeUndefined();
});

test('of two disks the first one is believed', () => {
  const root = temporaryFolder();
  writeFolder(root, { a: 'one' });
  const [before, after] = [new Disk(), new Disk()];
  before.text(join(root, 'a'));
  writeFileSync(join(root, 'a'), 'two');
  after.text(join(root, 'a'));
  expect(compare(root, snapshotOf(root, 0, [before, after], none), 0)).toBeUndefined();
  expect(compare(root, snapshotOf(root, 0, [after, before], none), 0)).toBeDefined();
});

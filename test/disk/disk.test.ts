import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Disk } from '../../src/disk/disk.ts';
import { readSources } from '../../src/source/read-sources.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

function parsing(folder: string, disk: Disk): string[] {
  const parsed: string[] = [];
  for (const name of ['a', 'b', 'c'])
    disk.parsed(join(folder, name), (text) => {
      parsed.push(name);
      return text;
    });
  return parsed;
}

test('parses only files whose text has changed since the previous disk', () => {
  const folder = temporaryFolder();
  writeFolder(folder, { a: '1', b: '1', c: '1' });
  const first = new Disk();
  expect(parsing(folder, first)).toEqual(['a', 'b', 'c']);
  expect(parsing(folder, first)).toEqual([]);
  writeFolder(folder, { a: '1', b: '2' });
  const second = new Disk(first);
  expect(parsing(folder, second)).toEqual(['b']);
  expect(second.parsed(join(folder, 'b'), () => 'unused')).toBe('2');
  expect(parsing(folder, new Disk(second))).toEqual([]);
});

test('a change of one source file keeps the syntax of all others', () => {
  const folder = temporaryFolder();
  const sources = { 'src/a.ts': 'type A = 1;\n', 'src/b.ts': 'type B = 1;\n', 'src/c/d.ts': 'type D = 1;\n' };
  writeFolder(folder, sources);
  const disk = new Disk();
  const before = readSources(folder, disk);
  writeFolder(folder, { 'src/b.ts': 'type B = 2;\n' });
  const after = readSources(folder, new Disk(disk));
  expect(after.map((file, position) => file === before[position])).toEqual([true, false, true]);
});

import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSettled, stampOf, stampOfPlainFile } from '../../src/disk/stamp.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('the stamp of a file', () => {
  test('changes even if a write keeps the size and restores the modification time', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'one');
    const time = new Date('2026-01-01');
    utimesSync(file, time, time);
    const stamp = stampOf(file);
    expect(stampOf(file)).toBe(stamp);
    const other = `${file}.new`;
    writeFileSync(other, 'two');
    utimesSync(other, time, time);
    renameSync(other, file);
    expect(stampOf(file)).not.toBe(stamp);
  });

  test('is empty for folders and missing files, and for links if a plain file is required', () => {
    const folder = temporaryFolder();
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    mkdirSync(join(folder, 'folder'));
    writeFileSync(file, 'one');
    symlinkSync(file, link);
    expect([stampOf(join(folder, 'folder')), stampOf(join(folder, 'nothing'))]).toEqual(['', '']);
    expect([stampOf(link), stampOfPlainFile(link)]).toEqual([stampOf(file), '']);
    expect(stampOfPlainFile(file)).toBe(stampOf(file));
  });
});

const at = (modified: number, changed: number, nanoseconds = 1n): string =>
  `3 ${BigInt(modified) * 1_000_000n + nanoseconds} ${BigInt(changed) * 1_000_000n + nanoseconds} 17`;

describe('a stamp is settled', () => {
  const noon = Date.UTC(2026, 0, 1, 12);

  test.each<[string, string, boolean]>([
    ['a second after the last change', at(noon - 1000, noon - 1000), true],
    ['not within the clock tick of the last change', at(noon - 50, noon - 50), false],
    ['not if the last change is in the future', at(noon + 1000, noon + 1000), false],
    ['not right after a change that restored the modification time', at(noon - 100_000, noon - 50), false],
    ['not within a few seconds if times are in whole seconds', at(noon - 2000, noon - 2000, 0n), false],
    ['some seconds later if times are in whole seconds', at(noon - 4000, noon - 4000, 0n), true],
    ['never if it is empty', '', false],
  ])('%s', (_, stamp, settled) => expect(isSettled(stamp, noon)).toBe(settled));
});

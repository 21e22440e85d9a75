import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const reasons: Readonly<Record<string, (file: string) => string>> = {
  EACCES: (file) => `no permission to read ${file}`,
  EISDIR: (file) => `${file} is a directory, not a file`,
  ENOENT: (file) => `file ${file} does not exist`,
  ENOTDIR: (file) => `file ${file} does not exist`,
};

/** The text of a file that the user names. `unreadable` makes the error from the reason. */
export function readGivenFile(folder: string, file: string, unreadable: (reason: string) => Error): string {
  try {
    return readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : unreadable(reason(file));
  }
}

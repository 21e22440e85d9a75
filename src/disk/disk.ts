import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type PathKind, kindOf, stampOf } from './stamp.ts';

export interface Entry {
  name: string;
  /** Also one that a link leads to. */
  isFolder: boolean;
}

/** What Node gave, or how it failed. */
export type Answer<T> = { is: T } | { failure: NodeJS.ErrnoException };

/** With the stamp of the file from before it was read. */
export interface StampedText {
  text: string;
  stamp: string;
}

/**
 * Through this a command reads what its result depends on. It keeps what was asked and what the answers were, also
 * that nothing was there: the same answers make the same result. Nothing is asked twice, so a file that changes
 * meanwhile does not make a result of two halves.
 */
export class Disk {
  readonly texts = new Map<string, Answer<StampedText>>();
  readonly kinds = new Map<string, Answer<PathKind>>();
  readonly listings = new Map<string, Answer<readonly string[]>>();
  readonly realPaths = new Map<string, Answer<string>>();

  /** Fails as Node does. */
  text(path: string): string {
    return once(this.texts, path, () => {
      // The stamp first: if the file changes in between, it is the stamp that is outdated, and that shows.
      const stamp = stampOf(path);
      return { text: readFileSync(path, 'utf8'), stamp };
    }).text;
  }

  isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  isThere(path: string): boolean {
    return this.#kind(path) !== 'none';
  }

  /** What is in a folder, by name; nothing if there is none. */
  list(folder: string): readonly Entry[] | undefined {
    try {
      return once(this.listings, folder, () => listing(folder)).map((entry) => {
        const [letter, name] = [entry.slice(0, 1), entry.slice(1)];
        const isFolder = letter === 'd' || (letter === 'l' && this.#kind(join(folder, name)) === 'folder');
        return { name, isFolder };
      });
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  realPath(path: string): string {
    return once(this.realPaths, path, () => realpathSync(path));
  }

  /** Every path that a question was about. */
  get asked(): string[] {
    return [this.texts, this.kinds, this.listings, this.realPaths].flatMap((answers) => [...answers.keys()]);
  }

  #kind(path: string): PathKind {
    return once(this.kinds, path, () => kindOf(path));
  }
}

function once<T>(answers: Map<string, Answer<T>>, path: string, ask: () => T): T {
  const answer = answers.get(path) ?? answerOf(ask);
  answers.set(path, answer);
  if ('failure' in answer) throw answer.failure;
  return answer.is;
}

function answerOf<T>(ask: () => T): Answer<T> {
  try {
    return { is: ask() };
  } catch (error) {
    return { failure: error as NodeJS.ErrnoException };
  }
}

/** The names, each after a letter for what it is: `d` a folder, `l` a link, `-` anything else. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => `${entry.isDirectory() ? 'd' : entry.isSymbolicLink() ? 'l' : '-'}${entry.name}`)
    .toSorted();
}

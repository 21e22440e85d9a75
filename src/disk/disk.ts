import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type PathKind, kindOf, stampOf } from './stamp.ts';

export interface Entry {
  name: string;
  /** True also for a link to a folder. */
  isFolder: boolean;
}

/** The result of a Node call, or its error. */
export type Answer<T> = { is: T } | { failure: NodeJS.ErrnoException };

/** `stamp` was taken before the file was read. */
export interface StampedText {
  text: string;
  stamp: string;
}

/** What a function made of a text. */
interface Parsed {
  text: string;
  value: unknown;
}

/**
 * Reads the files that the output of a command depends on, and records every result, including that a file is missing:
 * the same results give the same output. Each path is read once, so a file that changes during the run cannot make the
 * output inconsistent.
 */
export class Disk {
  readonly texts = new Map<string, Answer<StampedText>>();
  readonly kinds = new Map<string, Answer<PathKind>>();
  readonly listings = new Map<string, Answer<readonly string[]>>();
  readonly realPaths = new Map<string, Answer<string>>();

  readonly #parsed = new Map<string, Parsed>();
  readonly #earlier: ReadonlyMap<string, Parsed>;

  /** Keeps what `previous`, the disk of an earlier run, parsed from files that have the same text now. */
  constructor(previous?: Disk) {
    this.#earlier = previous === undefined ? new Map() : previous.#parsed;
  }

  /** What a function makes of the text of a file. It must depend on nothing else. */
  parsed<T>(path: string, parse: (text: string) => T): T {
    const text = this.text(path);
    const known = this.#parsed.get(path) ?? this.#earlier.get(path);
    const parsed = known?.text === text ? known : { text, value: parse(text) };
    this.#parsed.set(path, parsed);
    return parsed.value as T;
  }

  /** Throws the error of Node. */
  text(path: string): string {
    return once(this.texts, path, () => {
      // Take the stamp first: if the file changes in between, the stamp is outdated and the next run reads the file.
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

  /** The entries of a folder, or undefined if the folder does not exist. */
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

  /** Every path that was read or looked up. */
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

/** The names, each prefixed with a letter for its type: `d` folder, `l` link, `-` anything else. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => `${entry.isDirectory() ? 'd' : entry.isSymbolicLink() ? 'l' : '-'}${entry.name}`)
    .toSorted();
}

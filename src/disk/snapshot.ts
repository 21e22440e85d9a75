import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type Answer, type Disk, listing } from './disk.ts';
import { isPlainFolder, isSettled, kindOf, type PathKind, stampOf, stampOfPlainFile } from './stamp.ts';

/** The code of an error in place of an answer, after an exclamation mark. */
type Failure = `!${string}`;

/** The hash of a text, after the stamp of its file if that may be relied on. */
type Fingerprint = `${string}#${string}`;

/** Answers by path, relative to a folder. */
type Answers<T extends string> = Record<string, T | Failure>;

/** What was asked of a disk, what it answered, and how a command left its files. */
export interface Snapshot {
  texts: Answers<Fingerprint>;
  kinds: Answers<PathKind>;
  listings: Answers<string>;
  realPaths: Answers<string>;
  /** Files that no link leads to, in folders that no link leads to. */
  outputs: Answers<Fingerprint>;
  outputFolders: string[];
}

/** How a command left its files: their texts by absolute path, and the folders that these are in. */
export interface Outputs {
  texts: ReadonlyMap<string, string>;
  folders: Iterable<string>;
}

/**
 * Nothing may have been asked before the moment. Where two disks gave different answers the first of them counts: the
 * command went by it.
 */
export function snapshotOf(root: string, moment: number, disks: readonly Disk[], outputs: Outputs): Snapshot {
  const short = (path: string): string => relative(root, path) || '.';
  const answers = <T, U extends string>(
    of: (disk: Disk) => ReadonlyMap<string, Answer<T>>,
    brief: (answer: T) => U,
  ): Answers<U> =>
    Object.fromEntries(
      disks
        .toReversed()
        .flatMap((disk) => [...of(disk)])
        .map(([path, answer]) => [short(path), 'is' in answer ? brief(answer.is) : failure(answer.failure)]),
    );
  return {
    texts: answers(
      ({ texts }) => texts,
      ({ stamp, text }) => fingerprint(stamp, hashOf(text), moment),
    ),
    kinds: answers(
      ({ kinds }) => kinds,
      (kind) => kind,
    ),
    listings: answers(({ listings }) => listings, inOneText),
    realPaths: answers(
      ({ realPaths }) => realPaths,
      (path) => path,
    ),
    outputs: Object.fromEntries(
      [...outputs.texts].map(([path, text]) => [
        short(path),
        fingerprint(stampOfPlainFile(path), hashOf(text), moment),
      ]),
    ),
    outputFolders: [...outputs.folders].map(short),
  };
}

/** Nothing if something is different now; else the snapshot, and whether it is `renewed`: some of its stamps had changed. */
export type Comparison = undefined | { snapshot: Snapshot; renewed: boolean };

/**
 * Asks the disk again, and looks whether the files are as they were left. A file is not read if its stamp is the same.
 * Every other one is, and if its text is the same it gets the stamp that it has now.
 */
export function compare(root: string, before: Snapshot, moment: number): Comparison {
  const again = new Again(root, moment);
  const same =
    before.outputFolders.every((path) => isPlainFolder(again.at(path))) &&
    again.answers(before.listings, (path) => inOneText(listing(path))) &&
    again.answers(before.kinds, kindOf) &&
    again.answers(before.realPaths, (path) => realpathSync(path)) &&
    again.texts(before.texts, stampOf, textAt) &&
    again.texts(before.outputs, stampOfPlainFile, outputAt);
  if (!same) return undefined;
  if (again.renewed.size === 0) return { snapshot: before, renewed: false };
  const renewed = (known: Answers<Fingerprint>): Answers<Fingerprint> =>
    Object.fromEntries(
      Object.entries(known).map(([path, print]) => [path, again.renewed.get(path) ?? print]),
    );
  const { outputs, texts } = before;
  return { snapshot: { ...before, texts: renewed(texts), outputs: renewed(outputs) }, renewed: true };
}

class Again {
  readonly #root: string;
  readonly #moment: number;
  /** What files have now that were read, by path. */
  readonly renewed = new Map<string, Fingerprint>();

  constructor(root: string, moment: number) {
    this.#root = root;
    this.#moment = moment;
  }

  /** The path as it was asked about. Only for paths that lead out of the root that takes a thought. */
  at(path: string): string {
    return path.startsWith('.') || isAbsolute(path) ? resolve(this.#root, path) : this.#root + sep + path;
  }

  /** Whether each path answers as before; one that failed has to fail the same way. */
  answers(before: Readonly<Record<string, string>>, ask: (path: string) => string): boolean {
    for (const path in before) if (orFailure(() => ask(this.at(path))) !== before[path]) return false;
    return true;
  }

  /** The same of texts, which are read where the stamp is another one. */
  texts(
    known: Readonly<Answers<Fingerprint>>,
    stampAt: (path: string) => string,
    read: (path: string) => string,
  ): boolean {
    for (const path in known) {
      const [before = '', absolute] = [known[path], this.at(path)];
      const stamp = stampAt(absolute);
      const end = before.indexOf('#');
      if (end > 0 && stamp === before.slice(0, end)) continue;
      if (end === -1 ? orFailure(() => read(absolute)) !== before : stamp === '') return false;
      if (end === -1) continue;
      const hash = before.slice(end + 1);
      if (orFailure(() => hashOf(read(absolute))) !== hash) return false;
      this.renewed.set(path, fingerprint(stamp, hash, this.#moment));
    }
    return true;
  }
}

function fingerprint(stamp: string, hash: string, moment: number): Fingerprint {
  return `${isSettled(stamp, moment) ? stamp : ''}#${hash}`;
}

function orFailure(ask: () => string): string {
  try {
    return ask();
  } catch (error) {
    return failure(error as NodeJS.ErrnoException);
  }
}

function failure({ code }: NodeJS.ErrnoException): Failure {
  return `!${code}`;
}

function textAt(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Line endings of what is written are git's business: a checkout on Windows is no change. */
function outputAt(path: string): string {
  return textAt(path).replaceAll('\r\n', '\n');
}

/** No name holds a slash. */
function inOneText(names: readonly string[]): string {
  return names.join('/');
}

/** Loaded when something is hashed: most runs that find everything unchanged need none of it. */
function hashOf(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('base64url');
}

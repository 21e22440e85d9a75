import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type Answer, type Disk, listing } from './disk.ts';
import { isPlainFolder, isSettled, kindOf, type PathKind, stampOf, stampOfPlainFile } from './stamp.ts';

/** The error code in place of a result, after an exclamation mark. */
type Failure = `!${string}`;

/** The hash of a text, after the stamp of its file if the stamp is reliable. */
type Fingerprint = `${string}#${string}`;

/** Results by path relative to the root. */
type Answers<T extends string> = Record<string, T | Failure>;

/** Everything that a command read, and the files that it left behind. */
export interface Snapshot {
  texts: Answers<Fingerprint>;
  kinds: Answers<PathKind>;
  listings: Answers<string>;
  realPaths: Answers<string>;
  /** Files that are not links, in folders that are not links. */
  outputs: Answers<Fingerprint>;
  outputFolders: string[];
}

/** The files that a command left behind: their texts by absolute path, and their folders. */
export interface Outputs {
  texts: ReadonlyMap<string, string>;
  folders: Iterable<string>;
}

/**
 * `moment` must be before the first read. If two disks have different results for a path, the first disk wins, because
 * the command used its result.
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

/** Undefined if something changed. Otherwise the snapshot, which is `renewed` if some of its stamps had changed. */
export type Comparison = undefined | { snapshot: Snapshot; renewed: boolean };

/**
 * Compares the snapshot with the disk. A file with the same stamp is not read. If only its stamp changed and not its
 * text, the snapshot gets the new stamp.
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
  /** The new fingerprints of files that had to be read, by path. */
  readonly renewed = new Map<string, Fingerprint>();

  constructor(root: string, moment: number) {
    this.#root = root;
    this.#moment = moment;
  }

  /** The absolute path. Only the root and paths outside of it need `resolve`, which is slower. */
  at(path: string): string {
    return path.startsWith('.') || isAbsolute(path) ? resolve(this.#root, path) : this.#root + sep + path;
  }

  /** Whether every path still has the same result, or fails with the same error. */
  answers(before: Readonly<Record<string, string>>, ask: (path: string) => string): boolean {
    for (const path in before) if (orFailure(() => ask(this.at(path))) !== before[path]) return false;
    return true;
  }

  /** Whether every text is still the same. Reads only files whose stamp changed. */
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

/** Ignores CRLF line endings, which git may write on Windows. */
function outputAt(path: string): string {
  return textAt(path).replaceAll('\r\n', '\n');
}

/** A file name cannot contain a slash. */
function inOneText(names: readonly string[]): string {
  return names.join('/');
}

/** Loads node:crypto on first use, because most runs that find nothing changed do not need it. */
function hashOf(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('base64url');
}

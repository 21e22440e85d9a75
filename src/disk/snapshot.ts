import { readFileSync, realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Answer, type Disk, listing, type StampedText } from './disk.ts';
import { isPlainFolder, isSettled, kindOf, type PathKind, stampOf, stampOfPlainFile } from './stamp.ts';

/** The stamp of a file and the hash of its text. */
type Fingerprint = readonly [stamp: string, hash: string];

/** The code of an error in place of an answer. */
interface Failure {
  failure: string;
}

/** What was asked of a disk, what it answered, and how a command left its files. Paths are relative to a folder. */
export interface Snapshot {
  /** When the first question was asked, in milliseconds. */
  moment: number;
  texts: Record<string, Fingerprint | Failure>;
  kinds: Record<string, PathKind | Failure>;
  listings: Record<string, string | Failure>;
  realPaths: Record<string, string | Failure>;
  /** Files that no link leads to, in folders that no link leads to. */
  outputs: Record<string, Fingerprint>;
  outputFolders: string[];
}

/** How a command left its files: their texts by absolute path, and the folders that these are in. */
export interface Outputs {
  texts: ReadonlyMap<string, string>;
  folders: Iterable<string>;
}

/** Where two disks gave different answers the first of them counts: the command went by it. */
export function snapshotOf(root: string, moment: number, disks: readonly Disk[], outputs: Outputs): Snapshot {
  const short = (path: string): string => relative(root, path) || '.';
  const answers = <T, U>(of: (disk: Disk) => ReadonlyMap<string, Answer<T>>, brief: (answer: T) => U) =>
    Object.fromEntries(
      disks
        .toReversed()
        .flatMap((disk) =>
          [...of(disk)].map(([path, answer]): [string, U | Failure] => [
            short(path),
            'is' in answer ? brief(answer.is) : { failure: String(answer.failure.code) },
          ]),
        ),
    );
  return {
    moment,
    texts: answers(
      ({ texts }) => texts,
      ({ stamp, text }: StampedText): Fingerprint => [stamp, hashOf(text)],
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
      [...outputs.texts].map(([path, text]) => [short(path), [stampOfPlainFile(path), hashOf(text)]]),
    ),
    outputFolders: [...outputs.folders].map(short),
  };
}

/** Nothing if something is different now; else the snapshot, and whether it is `renewed`: some of its stamps had changed. */
export type Comparison = undefined | { snapshot: Snapshot; renewed: boolean };

/**
 * Asks the disk again, and looks whether the files are as they were left. A file is not read if its stamp is the same
 * and settled. Every other one is, and if its text is the same it gets the stamp that it has now.
 */
export function compare(root: string, before: Snapshot, now: number): Comparison {
  const again = new Again(root, before.moment);
  const texts: Snapshot['texts'] = {};
  const outputs: Snapshot['outputs'] = {};
  const same =
    before.outputFolders.every((path) => isPlainFolder(resolve(root, path))) &&
    again.answers(before.listings, (path) => inOneText(listing(path))) &&
    again.answers(before.kinds, kindOf) &&
    again.answers(before.realPaths, (path) => realpathSync(path)) &&
    again.texts(before.texts, texts, stampOf, textAt) &&
    again.texts(before.outputs, outputs, stampOfPlainFile, outputAt);
  if (!same) return undefined;
  if (!again.hasRead) return { snapshot: before, renewed: false };
  return { snapshot: { ...before, moment: now, texts, outputs }, renewed: true };
}

class Again {
  readonly #root: string;
  readonly #moment: number;
  hasRead = false;

  constructor(root: string, moment: number) {
    this.#root = root;
    this.#moment = moment;
  }

  /** Whether each path answers as before; one that failed has to fail the same way. */
  answers(before: Readonly<Record<string, string | Failure>>, ask: (path: string) => string): boolean {
    return Object.entries(before).every(([path, answer]) => {
      const now = orFailure(() => ask(resolve(this.#root, path)));
      if (typeof now === 'string' || typeof answer === 'string') return now === answer;
      return now.failure === answer.failure;
    });
  }

  /** The same of texts; `now` gets the stamps. */
  texts<T extends Fingerprint | Failure>(
    before: Readonly<Record<string, T>>,
    now: Record<string, Fingerprint | Failure>,
    stampAt: (path: string) => string,
    read: (path: string) => string,
  ): boolean {
    return Object.entries(before).every(([path, known]) => {
      now[path] = known;
      if ('failure' in known) return this.answers({ [path]: known }, read);
      const [stamp, hash] = known;
      const absolute = resolve(this.#root, path);
      const stampNow = stampAt(absolute);
      if (stampNow === stamp && isSettled(stamp, this.#moment)) return true;
      if (stampNow === '') return false;
      this.hasRead = true;
      now[path] = [stampNow, hash];
      return orFailure(() => hashOf(read(absolute))) === hash;
    });
  }
}

function orFailure(ask: () => string): string | Failure {
  try {
    return ask();
  } catch (error) {
    return { failure: String((error as NodeJS.ErrnoException).code) };
  }
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

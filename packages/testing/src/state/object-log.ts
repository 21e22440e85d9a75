import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync, renameSync } from 'node:fs';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { Change, StoredTables } from '../api-server/storage/store.ts';
import type { StoredObject } from '../api-server/storage/stored-object.ts';
import { StateError } from './state-error.ts';

const format = 'opgen-cluster-state';
const formatVersion = 1;
/** The log is rewritten when it has this many lines more than twice the number of objects. */
const slack = 10_000;

/**
 * The objects of a cluster in one file: a header, then one JSON document per line for each write. Each write is in the
 * file before the request is answered, so it survives the death of the process. As opgen's other files, the log is not
 * synced: a power failure may lose the last seconds, and the end of the last line.
 */
export class ObjectLog {
  readonly #path: string;
  #file: number;
  #lines: number;

  /** Starts a new log with what is stored now; it replaces the old one as a whole. */
  constructor(path: string, stored: StoredTables) {
    this.#path = path;
    this.#file = written(path, stored);
    this.#lines = stored.size;
  }

  /** Appends a change. `stored` is what the store contains after it. */
  append({ type, revision, table, object }: Change, stored: StoredTables): void {
    const { namespace, name } = object.metadata;
    const line = type === 'DELETED' ? { table, deleted: { namespace, name }, revision } : { table, object };
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#lines += 1;
    if (this.#lines <= 2 * stored.size + slack) return;
    closeSync(this.#file);
    this.#file = written(this.#path, stored);
    this.#lines = stored.size;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Writes a log with these objects, and leaves it open. */
function written(path: string, stored: StoredTables): number {
  const unfinished = `${path}.unfinished`;
  const file = openSync(unfinished, 'w', 0o600);
  const header = { format, version: formatVersion, revision: stored.revision };
  appendFileSync(file, `${JSON.stringify(header)}\n`);
  for (const [table, objects] of stored.tables())
    for (const object of objects) appendFileSync(file, `${JSON.stringify({ table, object })}\n`);
  fsyncSync(file);
  renameSync(unfinished, path);
  return file;
}

/** What a log contains; undefined if it does not exist. */
export function readObjectLog(path: string): StoredTables | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  // The process or the machine died while it wrote what follows the last line break. No request was answered for it.
  const lines = text.split('\n').slice(0, -1);
  const tables = new Map<string, Map<string, StoredObject>>();
  let revision = headerRevision(path, parsed(path, lines[0] ?? '', 1));
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const { table, object, deleted, revision: deletedAt } = parsed(path, line, index + 1);
    const metadata = isObject(object) && isObject(object['metadata']) ? object['metadata'] : deleted;
    const at = Number(isObject(object) && isObject(metadata) ? metadata['resourceVersion'] : deletedAt);
    if (typeof table !== 'string' || !isObject(metadata) || !Number.isSafeInteger(at))
      throw corrupt(path, index + 1);
    const objects = tables.get(table) ?? new Map<string, StoredObject>();
    tables.set(table, objects);
    const key = `${String(metadata['namespace'] ?? '')}/${String(metadata['name'])}`;
    if (deleted === undefined) objects.set(key, object as StoredObject);
    else objects.delete(key);
    revision = Math.max(revision, at);
  }
  const all = [...tables].map(([table, objects]) => [table, [...objects.values()]] as const);
  const size = all.reduce((sum, [, objects]) => sum + objects.length, 0);
  return { revision, size, tables: () => all };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function headerRevision(path: string, header: JsonObject): number {
  const { version, revision } = header;
  if (header['format'] !== format || typeof version !== 'number' || !Number.isSafeInteger(revision))
    throw corrupt(path, 1);
  if (version > formatVersion)
    throw new StateError('newer format', `${path} has format ${version}; this opgen reads ${formatVersion}`);
  return revision as number;
}

function parsed(path: string, line: string, number: number): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw corrupt(path, number);
}

function corrupt(path: string, line: number): StateError {
  return new StateError('corrupt', `${path} is corrupt at line ${line}`);
}

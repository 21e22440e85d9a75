import { open, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Document, isMap, isSeq, parse, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { UserError } from '../diagnostics.ts';
import { kubeconfigUnusable } from './diagnostics.ts';

interface Named {
  name: string;
}

interface Kubeconfig {
  clusters: Named[];
  users: Named[];
  contexts: Named[];
  'current-context': string;
}

const lists = ['clusters', 'users', 'contexts'] as const;
const lockAttempts = 40;
const lockDelay = 50;

/**
 * Adds the context of a kubeconfig to a file and makes it the current one, as `kind create cluster` does. It replaces
 * entries of the same names; other entries and comments stay. Creates the file if it does not exist.
 */
export async function addToKubeconfig(path: string, kubeconfig: string): Promise<void> {
  const added = parse(kubeconfig) as Kubeconfig;
  await changeKubeconfig(path, (before) => {
    if (before === undefined) return kubeconfig;
    const document = before;
    for (const list of lists) {
      for (const entry of added[list]) {
        const entries = entriesOf(document, list);
        entries.items = [...without(entries, entry.name), document.createNode(entry)];
      }
    }
    document.set('current-context', added['current-context']);
    return document.toString({ lineWidth: 0 });
  });
}

/** Removes what `addToKubeconfig` added, and the file if it contains nothing else. */
export async function removeFromKubeconfig(path: string, kubeconfig: string): Promise<void> {
  const removed = parse(kubeconfig) as Kubeconfig;
  await changeKubeconfig(path, (document) => {
    if (document === undefined) return undefined;
    for (const list of lists)
      for (const { name } of removed[list]) {
        const entries = entriesOf(document, list);
        entries.items = without(entries, name);
      }
    if (lists.every((list) => entriesOf(document, list).items.length === 0)) return undefined;
    if (document.get('current-context') === removed['current-context']) document.set('current-context', '');
    return document.toString({ lineWidth: 0 });
  });
}

/** Replaces the file while it holds the lock that kubectl, kind and others use. Undefined deletes the file. */
async function changeKubeconfig(
  path: string,
  change: (before: Document | undefined) => string | undefined,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unlock = await lock(path);
  try {
    const next = change(await readKubeconfig(path));
    if (next === undefined) return await rm(path, { force: true });
    const unfinished = `${path}.${process.pid}.unfinished`;
    await writeFile(unfinished, next, { mode: 0o600 });
    await rename(unfinished, path);
  } finally {
    await unlock();
  }
}

async function lock(path: string): Promise<() => Promise<void>> {
  const file = `${path}.lock`;
  for (let attempt = 1; ; attempt++) {
    try {
      await (await open(file, 'wx')).close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (attempt === lockAttempts) throw locked(path, file);
      await delay(lockDelay);
    }
  }
}

function locked(path: string, file: string): UserError {
  const hint = `if no other process is changing it, delete ${file}`;
  return new UserError(kubeconfigUnusable({ message: `${path} is locked`, hint }));
}

async function readKubeconfig(path: string): Promise<Document | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text.trim() === '') return undefined;
  const document = parseDocument(text);
  if (document.errors.length === 0 && isMap(document.contents)) return document;
  const hint = 'pass the path of a kubeconfig, or of a file that does not exist';
  throw new UserError(kubeconfigUnusable({ message: `${path} is not a kubeconfig`, hint }));
}

function entriesOf(document: Document, list: string): YAMLSeq {
  const entries = document.get(list);
  if (isSeq(entries)) return entries;
  const none = document.createNode([]) as unknown as YAMLSeq;
  document.set(list, none);
  return none;
}

function without(entries: YAMLSeq, name: string): unknown[] {
  return entries.items.filter((entry) => !isMap(entry) || (entry as YAMLMap).get('name') !== name);
}

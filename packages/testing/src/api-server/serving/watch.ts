import { crdTable } from '../resources/resource.ts';
import { expired, plainError, StatusError } from '../status-errors.ts';
import type { Change, Store } from '../storage/store.ts';
import type { Matches, StoredObject } from '../storage/stored-object.ts';

export interface WatchRequest {
  readonly table: string;
  /** The CustomResourceDefinition of the kind; the watch ends when it is deleted. */
  readonly definition?: string | undefined;
  readonly namespace?: string | undefined;
  readonly matches: Matches;
  /** A revision, or undefined. */
  readonly resourceVersion: string;
  readonly sendInitialEvents: boolean;
  readonly bookmarks: boolean;
  readonly timeoutSeconds: number;
  /** Converts an object to the representation that this client accepts. */
  readonly present: (object: StoredObject) => unknown;
  readonly typeMeta: { readonly apiVersion: string; readonly kind: string };
  readonly signal?: AbortSignal | undefined;
}

const bookmarkInterval = 60_000;
/** Sends a last bookmark before the end, so that the next watch resumes where this one ended. */
const bookmarkBeforeEnd = 2_000;
/** The longest timer of Node. */
const maxTimeout = 2 ** 31 - 1;
/** The server closes a watch whose client falls this far behind, so that it relists instead of missing events. */
const maxPending = 50_000;

function doNothing(): void {}

/**
 * The events of a watch, from the current state or from the client's resourceVersion. Events of one turn of the
 * event loop form one chunk, with one line each. Keeps no resources before the first chunk is requested, and none
 * after the signal aborts.
 */
export async function* watchLines(store: Store, request: WatchRequest): AsyncGenerator<string> {
  const { signal } = request;
  let pending: Line[] = [];
  let wake: () => void = doNothing;
  let ended = signal?.aborted === true;
  const push = (line: Line | undefined): void => {
    if (line === undefined || ended) return;
    pending.push(line);
    if (pending.length > maxPending) ended = true;
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  const pushBookmark = (): void => push(request.bookmarks ? bookmark(store, request) : undefined);

  const start = firstEvents(store, request);
  start.lines.forEach(push);
  if (start.isOver) end();
  const timeout = Math.min(request.timeoutSeconds * 1000, maxTimeout);
  const timers = [setTimeout(end, timeout), setInterval(pushBookmark, bookmarkInterval)];
  if (timeout > bookmarkBeforeEnd) timers.push(setTimeout(pushBookmark, timeout - bookmarkBeforeEnd));
  for (const timer of timers) timer.unref();
  const unsubscribe = store.subscribe((change) => {
    push(lineFor(change, request));
    if (endsServing(change, request)) end();
  });
  signal?.addEventListener('abort', end);
  try {
    for (;;) {
      if (pending.length > 0) {
        const lines = pending;
        pending = [];
        yield (await Promise.all(lines)).join('');
      } else if (ended) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    unsubscribe();
    timers.forEach(clearTimeout);
    signal?.removeEventListener('abort', end);
  }
}

/** Whether the watched kind is no longer served. */
function endsServing({ table, type, object }: Change, { definition }: WatchRequest): boolean {
  return table === crdTable && type === 'DELETED' && object.metadata.name === definition;
}

/** One event, or a promise of it if the object must be converted first. */
type Line = string | Promise<string>;

/** The first events: the current objects, or the changes since the client's resourceVersion. */
function firstEvents(store: Store, request: WatchRequest): { lines: Line[]; isOver: boolean } {
  const { resourceVersion: from, table } = request;
  if (from === '' || from === '0' || request.sendInitialEvents) {
    const objects = store.list(table, request.namespace).filter(request.matches);
    const lines: Line[] = objects.map((object) => shown('ADDED', object, request));
    if (request.sendInitialEvents && request.bookmarks)
      lines.push(bookmark(store, request, { 'k8s.io/initial-events-end': 'true' }));
    return { lines, isOver: false };
  }
  const changes = store.changesSince(table, Number(from));
  if (changes !== undefined)
    return { lines: changes.flatMap((change) => lineFor(change, request) ?? []), isOver: false };
  const tooOld = expired(`too old resource version: ${from} (${store.revision})`);
  return { lines: [event('ERROR', tooOld)], isOver: true };
}

/** A change as the selector shows it: an object that no longer matches is a DELETED event. */
function lineFor(change: Change, request: WatchRequest): Line | undefined {
  if (change.table !== request.table) return undefined;
  const { object, previous } = change;
  if (request.namespace !== undefined && object.metadata.namespace !== request.namespace) return undefined;
  const was = previous !== undefined && request.matches(previous);
  const is = change.type !== 'DELETED' && request.matches(object);
  if (is) return shown(was ? 'MODIFIED' : 'ADDED', object, request);
  if (!was || previous === undefined) return undefined;
  const { resourceVersion } = object.metadata;
  const last = { ...previous, metadata: { ...previous.metadata, resourceVersion } };
  return shown('DELETED', change.type === 'DELETED' ? object : last, request);
}

async function shown(type: string, object: StoredObject, { present }: WatchRequest): Promise<string> {
  try {
    return event(type, await present(object));
  } catch (error) {
    return event('ERROR', error instanceof StatusError ? error.status : plainError(String(error)));
  }
}

function bookmark(
  store: Store,
  { typeMeta }: WatchRequest,
  annotations?: Readonly<Record<string, string>>,
): string {
  const resourceVersion = String(store.revision);
  const metadata = { resourceVersion, creationTimestamp: null, ...(annotations && { annotations }) };
  return event('BOOKMARK', { ...typeMeta, metadata });
}

function event(type: string, object: unknown): string {
  return `${JSON.stringify({ type, object })}\n`;
}

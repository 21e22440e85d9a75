import { badRequest, expired, StatusError } from '../schema/status-errors.ts';
import type { Change, Store } from '../storage/store.ts';
import type { Matches } from '../storage/selectors.ts';
import type { StoredObject } from '../storage/stored-object.ts';

export interface WatchRequest {
  readonly table: string;
  readonly namespace?: string | undefined;
  readonly matches: Matches;
  readonly resourceVersion: string;
  readonly sendInitialEvents: boolean;
  readonly bookmarks: boolean;
  readonly timeoutSeconds: number;
  /** How an object is shown to this client. */
  readonly present: (object: StoredObject) => unknown;
  readonly typeMeta: { readonly apiVersion: string; readonly kind: string };
  readonly signal?: AbortSignal | undefined;
}

const bookmarkInterval = 60_000;
/** A reader that falls this far behind is cut off, and lists again, rather than miss events. */
const mostPending = 50_000;

/** The lines of a watch stream, from the state or the revision that the client names. */
export async function* watchLines(store: Store, request: WatchRequest): AsyncGenerator<string> {
  const pending: string[] = [];
  let wake: () => void = () => {};
  let ended = false;
  const push = (line: string | undefined): void => {
    if (line === undefined) return;
    pending.push(line);
    if (pending.length > mostPending) ended = true;
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  const bookmark = (annotations?: Record<string, string>): string =>
    event('BOOKMARK', {
      ...request.typeMeta,
      metadata: {
        resourceVersion: String(store.revision),
        creationTimestamp: null,
        ...(annotations ? { annotations } : {}),
      },
    });

  for (const line of firstLines(store, request, bookmark)) push(line);
  if (pending.at(-1)?.startsWith('{"type":"ERROR"')) ended = true;
  const unsubscribe = store.subscribe((change) => push(lineFor(change, request)));
  const timer = setTimeout(() => {
    if (request.bookmarks) push(bookmark());
    end();
  }, request.timeoutSeconds * 1000);
  const beat = setInterval(() => request.bookmarks && push(bookmark()), bookmarkInterval);
  timer.unref();
  beat.unref();
  request.signal?.addEventListener('abort', end);
  try {
    for (;;) {
      while (pending.length > 0) yield pending.shift() as string;
      if (ended || request.signal?.aborted) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    unsubscribe();
    clearTimeout(timer);
    clearInterval(beat);
    request.signal?.removeEventListener('abort', end);
  }
}

function* firstLines(
  store: Store,
  request: WatchRequest,
  bookmark: (annotations: Record<string, string>) => string,
): Generator<string | undefined> {
  const { resourceVersion: from, table } = request;
  if (from === '' || from === '0' || request.sendInitialEvents) {
    for (const object of store.list(table, request.namespace))
      if (request.matches(object)) yield event('ADDED', request.present(object));
    if (request.sendInitialEvents && request.bookmarks)
      yield bookmark({ 'k8s.io/initial-events-end': 'true' });
    return;
  }
  if (!/^\d+$/.test(from))
    throw new StatusError(badRequest(`Invalid value: "${from}": strconv.ParseUint: invalid syntax`));
  const changes = store.changesSince(table, Number(from));
  if (changes === undefined)
    yield event('ERROR', expired(`too old resource version: ${from} (${store.revision})`));
  else for (const change of changes) yield lineFor(change, request);
}

/** A change as the selector lets this client see it: an object that leaves the selection is deleted for it. */
function lineFor(change: Change, request: WatchRequest): string | undefined {
  if (change.table !== request.table) return undefined;
  const { object, previous } = change;
  if (request.namespace !== undefined && object.metadata.namespace !== request.namespace) return undefined;
  const was = previous !== undefined && request.matches(previous);
  const is = change.type !== 'DELETED' && request.matches(object);
  if (is) return event(was ? 'MODIFIED' : 'ADDED', request.present(object));
  if (!was || previous === undefined) return undefined;
  const { resourceVersion } = object.metadata;
  const last = { ...previous, metadata: { ...previous.metadata, resourceVersion } };
  return event('DELETED', request.present(change.type === 'DELETED' ? object : last));
}

function event(type: string, object: unknown): string {
  return `${JSON.stringify({ type, object })}\n`;
}

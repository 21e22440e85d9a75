import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Status } from '../objects/status.ts';
import type { TransportRequest } from '../transport/transport.ts';
import { acceptFor } from './accept.ts';
import type { WatchEvent, WatchOptions } from './client.ts';
import { stripManagedFields } from './strip-managed-fields.ts';
import { errorFrom } from './error-from.ts';
import { linesOf } from './lines.ts';
import type { Requests } from './requests.ts';
import { withQuery } from './resource-path.ts';
import { selection } from './selection.ts';

/** The events of a watch on the collection. Throws when the server sends an ERROR event. */
export async function* watchEvents<T extends KubernetesObject>(
  requests: Requests,
  kind: Kind<T>,
  collection: string,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>, void, undefined> {
  const { signal, resourceVersion, sendInitialEvents, timeoutSeconds, allowWatchBookmarks = true } = options;
  const resourceVersionMatch = sendInitialEvents === undefined ? undefined : 'NotOlderThan';
  const path = withQuery(collection, {
    watch: true,
    ...selection(options),
    allowWatchBookmarks,
    resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch ?? resourceVersionMatch,
    sendInitialEvents,
    timeoutSeconds,
  });
  const request: TransportRequest = { method: 'GET', path, purpose: 'watch' };
  try {
    const response = await requests.send(request, { ...options, ...acceptFor(kind, 'object') });
    options.onAccepted?.();
    for await (const line of linesOf(response.chunks())) {
      const event = options.withoutManagedFields === true ? stripManagedFields(line) : line;
      if (event !== '') yield eventFrom(kind, event, request);
      if (signal?.aborted === true) return;
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

function eventFrom<T extends KubernetesObject>(
  { view }: Kind<T>,
  line: string,
  request: TransportRequest,
): WatchEvent<T> {
  const event = JSON.parse(line) as WatchEvent<T> | { type: 'ERROR'; object: Status };
  // A bookmark has only a resource version, so the view does not apply.
  if (view !== undefined && event.type !== 'ERROR' && event.type !== 'BOOKMARK') {
    return { type: event.type, object: view.show(event.object) as T };
  }
  if (event.type !== 'ERROR') return event;
  throw errorFrom(event.object.code ?? 500, event.object, request);
}

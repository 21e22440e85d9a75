import type { Core } from '../core.ts';
import { apiVersionOf, tableOf } from '../resources/resource.ts';
import type { Call } from '../serving/call.ts';
import { presentation } from '../serving/present.ts';
import type { ServerResponse } from '../serving/request.ts';
import { watchLines } from '../serving/watch.ts';
import { selection } from './read.ts';

/** The timeout of a watch that does not set one. */
const defaultTimeoutSeconds = 1800;

export function watch(core: Core, { request, resource, path }: Call): ServerResponse {
  const { query } = request;
  const { one } = presentation(core, request, resource);
  const body = watchLines(core.store, {
    table: tableOf(resource),
    definition: resource.custom && `${resource.plural}.${resource.group}`,
    namespace: path.namespace,
    matches: selection(request, resource),
    resourceVersion: query.get('resourceVersion') ?? '',
    sendInitialEvents: query.get('sendInitialEvents') === 'true',
    bookmarks: query.get('allowWatchBookmarks') === 'true',
    timeoutSeconds: Number(query.get('timeoutSeconds') ?? 0) || defaultTimeoutSeconds,
    present: one,
    typeMeta: { apiVersion: apiVersionOf(resource), kind: resource.kind },
    signal: request.signal,
  });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

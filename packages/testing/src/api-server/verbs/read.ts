import type { Core } from '../core.ts';
import { tableOf, type Resource } from '../resources/resource.ts';
import { expired, notFound, resourceVersionTooLarge, StatusError } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';
import type { Continuations } from '../serving/continuation.ts';
import { objectResponse, presentation } from '../serving/present.ts';
import { jsonResponse, type ServerRequest, type ServerResponse } from '../serving/request.ts';
import { fieldSelector, labelSelector } from '../storage/selectors.ts';
import type { Matches, StoredObject } from '../storage/stored-object.ts';

/** The stored object that a call addresses; 404 if it does not exist. */
export function existing({ store }: Core, { resource, path }: Call): StoredObject {
  const { name = '', namespace } = path;
  const object = store.find(tableOf(resource), namespace, name);
  if (object === undefined)
    throw new StatusError(notFound({ group: resource.group, resource: resource.plural }, name));
  return object;
}

export async function get(core: Core, call: Call): Promise<ServerResponse> {
  requireReached(core, call.request);
  return objectResponse(core, call, existing(core, call));
}

/** A predicate for the objects that the selectors of a request match. */
export function selection({ query }: ServerRequest, resource: Resource): Matches {
  const labels = labelSelector(query.get('labelSelector') ?? '');
  const { group, plural, custom } = resource;
  const { selectableFields } = custom ?? {};
  const fields = fieldSelector(query.get('fieldSelector') ?? '', { group, plural, selectableFields });
  return (object) => labels(object) && fields(object);
}

/** The objects of a collection that match a request, sorted by key. */
export function selected({ store }: Core, { request, resource, path }: Call): StoredObject[] {
  return store.list(tableOf(resource), path.namespace).filter(selection(request, resource));
}

/** A list, or one page of it. All pages show the revision of the first. */
export async function list(core: Core, call: Call, continuations: Continuations): Promise<ServerResponse> {
  const { request, resource } = call;
  const { query } = request;
  selection(request, resource);
  requireReached(core, request);
  const token = query.get('continue') ?? '';
  const limit = Number(query.get('limit') ?? 0);
  const whole = token === '' ? { ...atVersion(core, call, limit), start: 0 } : continuations.resume(token);
  const end = limit > 0 ? whole.start + limit : whole.objects.length;
  const remaining = whole.objects.length - end;
  const isSelected = query.has('labelSelector') || query.has('fieldSelector');
  const metadata = {
    resourceVersion: String(whole.revision),
    ...(remaining > 0 && { continue: continuations.keep(whole.objects, whole.revision, end) }),
    ...(remaining > 0 && !isSelected && { remainingItemCount: remaining }),
  };
  const page = whole.objects.slice(whole.start, end);
  return jsonResponse(200, await presentation(core, request, resource).list(page, metadata));
}

/** The current objects, or those at exactly the requested resourceVersion. A page of a list is always exact. */
function atVersion(
  core: Core,
  call: Call,
  limit: number,
): { objects: readonly StoredObject[]; revision: number } {
  const { query } = call.request;
  const match = query.get('resourceVersionMatch') ?? (limit > 0 ? 'Exact' : '');
  const revision = Number(query.get('resourceVersion') ?? 0);
  if (match !== 'Exact' || revision === 0)
    return { objects: selected(core, call), revision: core.store.revision };
  const objects = core.store.listAt(tableOf(call.resource), revision, call.path.namespace);
  if (objects === undefined)
    throw new StatusError(expired('The resourceVersion for the provided list is too old.'));
  return { objects: objects.filter(selection(call.request, call.resource)), revision };
}

/** A real server waits for a future revision and then times out; here no other write can happen, so fail at once. */
function requireReached({ store }: Core, { query }: ServerRequest): void {
  const requested = query.get('resourceVersion') ?? '';
  if (Number(requested) > store.revision)
    throw new StatusError(resourceVersionTooLarge(requested, String(store.revision)));
}

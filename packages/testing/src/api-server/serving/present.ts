import { convert } from '../conversion/convert.ts';
import type { Core } from '../core.ts';
import { representationFor } from '../negotiation/representation.ts';
import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { notAcceptable, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { partialObjectMetadata, partialObjectMetadataList } from '../table/partial-object-metadata.ts';
import { includeObjectFrom, table } from '../table/table.ts';
import type { Call } from './call.ts';
import { jsonResponse, type ServerRequest, type ServerResponse } from './request.ts';

/** The representation of objects that the client accepts. Rejects the request if the server supports none. */
export function presentation(core: Core, { headers, query }: ServerRequest, resource: Resource) {
  const representation = representationFor(headers['accept']) ?? refuseRepresentation();
  const includeObject = includeObjectFrom(query.get('includeObject')) ?? 'Metadata';
  return {
    async one(object: StoredObject): Promise<object> {
      const [shown = object] = await convert(resource, [object]);
      if (representation === 'Table') {
        const { resourceVersion } = object.metadata;
        const [row = shown] = rows(resource, [object], [shown]);
        return table(resource, [row], { now: core.now(), includeObject, metadata: { resourceVersion } });
      }
      return representation === 'Object' ? shown : partialObjectMetadata(shown);
    },
    async list(objects: readonly StoredObject[], metadata: { resourceVersion: string }): Promise<object> {
      const shown = await convert(resource, objects);
      if (representation === 'Table')
        return table(resource, rows(resource, objects, shown), { now: core.now(), includeObject, metadata });
      if (representation !== 'Object') return partialObjectMetadataList(metadata, shown);
      return {
        apiVersion: apiVersionOf(resource),
        kind: resource.listKind,
        metadata,
        items: shown.map((o) => inList(resource, o)),
      };
    },
  };
}

/** Answers of the server, such as reviews, have no rows. */
export function requireNoTable({ headers }: ServerRequest): void {
  if (representationFor(headers['accept']) === 'Table') refuseRepresentation();
}

function refuseRepresentation(): never {
  throw new StatusError(
    notAcceptable(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']),
  );
}

/** The columns of a built-in kind exist for its storage version. */
function rows(
  { custom }: Resource,
  stored: readonly StoredObject[],
  shown: readonly StoredObject[],
): readonly StoredObject[] {
  return custom === undefined ? stored : shown;
}

/** Items of built-in kinds do not repeat the apiVersion and kind of their list; custom resources do. */
function inList(resource: Resource, object: StoredObject): object {
  if (resource.custom !== undefined) return object;
  const { apiVersion: _, kind: __, ...rest } = object;
  return rest;
}

/** The response with one object. */
export async function objectResponse(
  core: Core,
  { request, resource }: Call,
  object: StoredObject,
  status = 200,
): Promise<ServerResponse> {
  return jsonResponse(status, await presentation(core, request, resource).one(object));
}

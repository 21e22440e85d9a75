import type { Core } from '../core.ts';
import { representationFor } from '../negotiation/representation.ts';
import { builtins } from '../resources/builtin.ts';
import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { notAcceptable, StatusError } from '../schema/status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { partialObjectMetadata, partialObjectMetadataList } from '../table/partial-object-metadata.ts';
import { includeObjectFrom, table } from '../table/table.ts';
import type { Call } from './call.ts';
import { jsonResponse, type ServerRequest, type ServerResponse } from './request.ts';

/** An object as the version of the request shows it. What defaults came after it was stored shows as well. */
export function inVersion(resource: Resource, object: StoredObject): StoredObject {
  if (resource.custom === undefined) return object;
  const apiVersion = apiVersionOf(resource);
  const shown = object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  return applyDefaults(shown, resource.schema, builtins().resolve);
}

/** How the client wants to see objects. One that takes nothing that the server has is refused. */
export function presentation(core: Core, { headers, query }: ServerRequest, resource: Resource) {
  const representation = representationFor(headers['accept']);
  if (representation === undefined) {
    throw new StatusError(
      notAcceptable(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']),
    );
  }
  const includeObject = includeObjectFrom(query.get('includeObject')) ?? 'Metadata';
  return {
    one(object: StoredObject): object {
      const shown = inVersion(resource, object);
      if (representation === 'Table') {
        const { resourceVersion } = object.metadata;
        return table(resource, [shown], { now: core.now(), includeObject, metadata: { resourceVersion } });
      }
      return representation === 'Object' ? shown : partialObjectMetadata(shown);
    },
    list(objects: readonly StoredObject[], metadata: { resourceVersion: string }): object {
      const shown = objects.map((object) => inVersion(resource, object));
      if (representation === 'Table')
        return table(resource, shown, { now: core.now(), includeObject, metadata });
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

/** Built-in kinds do not repeat in every item what the list says already; custom resources do. */
function inList(resource: Resource, object: StoredObject): object {
  if (resource.custom !== undefined) return object;
  const { apiVersion: _, kind: __, ...rest } = object;
  return rest;
}

/** The answer that shows one object. */
export function objectResponse(
  core: Core,
  { request, resource }: Call,
  object: StoredObject,
  status = 200,
): ServerResponse {
  return jsonResponse(status, presentation(core, request, resource).one(object));
}

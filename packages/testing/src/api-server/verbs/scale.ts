import type { Core } from '../core.ts';
import { jsonPath } from '../patch/json-path.ts';
import { mergePatch } from '../patch/merge-patch.ts';
import { jsonPatch } from '../patch/json-patch.ts';
import { hasSubresource, type Resource, type ScalePaths } from '../resources/resource.ts';
import { isObject, type JsonObject } from '../schema/json.ts';
import { badRequest, resourceNotFound, StatusError } from '../schema/status-errors.ts';
import { mediaType, readJson, readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { inVersion } from '../serving/present.ts';
import { jsonResponse, type ServerRequest, type ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { existing } from './read.ts';
import { replaced } from './update.ts';

const ofBuiltin: ScalePaths = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

/** Reads and writes the number of replicas of any kind that has one, as an `autoscaling/v1` Scale. */
export function scale(core: Core, call: Call): ServerResponse {
  const { resource, verb, request } = call;
  if (!hasSubresource(resource, 'scale')) throw new StatusError(resourceNotFound());
  const stored = existing(core, call);
  const paths = resource.custom?.scale ?? ofBuiltin;
  const current = scaleOf(resource, inVersion(resource, stored), paths);
  if (verb === 'get') return jsonResponse(200, current);
  const asked = verb === 'update' ? readObject(request) : patchedScale(request, current);
  const replicas = isObject(asked['spec']) ? asked['spec']['replicas'] : undefined;
  const version = isObject(asked['metadata']) ? asked['metadata']['resourceVersion'] : undefined;
  const known = withValue(stored, '.metadata.resourceVersion', version ?? stored.metadata.resourceVersion);
  const wanted = withValue(known, paths.specReplicasPath, replicas ?? 0);
  const main: Call = { ...call, subresource: undefined };
  const { object } = replaced(core, main, stored, wanted, { by: 'patch', validation: 'Ignore', text: '' });
  return jsonResponse(200, scaleOf(resource, inVersion(resource, object), paths));
}

function patchedScale(request: ServerRequest, current: JsonObject): JsonObject {
  const change = readJson(request.body);
  const isJsonPatch = mediaType(request) === 'application/json-patch+json';
  const patched = isJsonPatch ? jsonPatch(current, change) : mergePatch(current, change);
  if (!isObject(patched)) throw new StatusError(badRequest('the patch leaves no object'));
  return patched;
}

function scaleOf({ custom }: Resource, object: StoredObject, paths: ScalePaths): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const number = (path: string): number => Number(jsonPath(object, path)[0] ?? 0);
  const selector =
    custom === undefined
      ? selectorText(object)
      : paths.labelSelectorPath && jsonPath(object, paths.labelSelectorPath)[0];
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      uid,
      resourceVersion,
      creationTimestamp,
    },
    spec: { replicas: number(paths.specReplicasPath) },
    status: { replicas: number(paths.statusReplicasPath), ...(selector ? { selector } : {}) },
  };
}

function selectorText({ spec }: StoredObject): string {
  const labels = jsonPath({ spec }, '.spec.selector.matchLabels')[0];
  return isObject(labels)
    ? Object.entries(labels)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(',')
    : '';
}

/** A copy of the object with a value at a simple path such as `.spec.replicas`. */
function withValue(object: JsonObject, path: string, value: unknown): JsonObject {
  const [key = '', ...rest] = path.split('.').filter((part) => part !== '');
  const inner = object[key];
  return {
    ...object,
    [key]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest.join('.'), value),
  };
}

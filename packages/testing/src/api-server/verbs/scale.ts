import { mutate, validate } from '../admission/chain.ts';
import { convert } from '../conversion/convert.ts';
import type { Core } from '../core.ts';
import { jsonPath } from '../patch/json-path.ts';
import { jsonPatch } from '../patch/json-patch.ts';
import { hasSubresource, type Resource, type ScalePaths } from '../resources/resource.ts';
import { isObject, type JsonObject, mergePatch, metadataIn } from '@opgen/rules/json';
import { formatLabelSelector, type Labels } from '@opgen/rules/selectors';
import { badRequest, internalError, resourceNotFound, StatusError } from '../status-errors.ts';
import { mediaType, readJson, readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { jsonResponse, type ServerRequest, type ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { admissionOf } from './admission.ts';
import { existing } from './read.ts';
import { replace } from './update.ts';

const ofBuiltin: ScalePaths = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

/** Reads and writes the replicas of any scalable kind, as an `autoscaling/v1` Scale. */
export async function scale(core: Core, call: Call): Promise<ServerResponse> {
  const { resource, verb } = call;
  if (!hasSubresource(resource, 'scale')) throw new StatusError(resourceNotFound());
  const shown = async (object: StoredObject): Promise<StoredObject> => {
    const [converted = object] = await convert(resource, [object]);
    return scaleOf(resource, converted);
  };
  if (verb === 'get') {
    const object = existing(core, call);
    requireReplicas(resource, object);
    return jsonResponse(200, await shown(object));
  }
  const main: Call = { ...call, subresource: undefined };
  const scaled = async (old: StoredObject): Promise<JsonObject> => scaledBy(core, call, old);
  return jsonResponse(200, await shown(await replace(core, main, scaled, 'scale')));
}

/** A custom resource has a scale only if it sets the number of replicas. */
function requireReplicas(resource: Resource, object: StoredObject): void {
  const { specReplicasPath } = pathsOf(resource);
  if (resource.custom === undefined || jsonPath(object, specReplicasPath).length > 0) return;
  throw new StatusError(internalError(`the spec replicas field "${specReplicasPath}" does not exist`));
}

/** The object with the replicas of the Scale in the request, after admission. */
async function scaledBy(core: Core, call: Call, old: StoredObject): Promise<JsonObject> {
  const { request, resource, verb } = call;
  const current = scaleOf(resource, old);
  const proposed = verb === 'update' ? readObject(request) : patchedScale(request, current);
  const named = { ...proposed, metadata: metadataIn(proposed) } as StoredObject;
  const admitted = { operation: 'UPDATE', oldObject: current, kind: scaleKind } as const;
  const mutated = (await mutate(core, admissionOf(call, { ...admitted, object: named }), call.warn)) ?? named;
  await validate(core, admissionOf(call, { ...admitted, object: mutated }), call.warn);
  const replicas = isObject(mutated['spec']) ? mutated['spec']['replicas'] : undefined;
  const version = mutated.metadata.resourceVersion;
  const known = withValue(old, '.metadata.resourceVersion', version ?? old.metadata.resourceVersion);
  return withValue(known, pathsOf(resource).specReplicasPath, replicas ?? 0);
}

const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

function pathsOf({ custom }: Resource): ScalePaths {
  return custom?.scale ?? ofBuiltin;
}

function patchedScale(request: ServerRequest, current: JsonObject): JsonObject {
  const change = readJson(request.body);
  const isJsonPatch = mediaType(request) === 'application/json-patch+json';
  const patched = isJsonPatch ? jsonPatch(current, change) : mergePatch(current, change);
  if (!isObject(patched)) throw new StatusError(badRequest('the patch leaves no object'));
  return patched;
}

function scaleOf(resource: Resource, object: StoredObject): StoredObject {
  const { custom } = resource;
  const paths = pathsOf(resource);
  const replicas = jsonPath(object, paths.specReplicasPath)[0];
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const number = (path: string): number => Number(jsonPath(object, path)[0] ?? 0);
  const selector =
    custom === undefined
      ? selectorText(resource, object)
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
    spec: replicas ? { replicas: Number(replicas) } : {},
    status: { replicas: number(paths.statusReplicasPath), ...(selector ? { selector } : {}) },
  };
}

/** The selector of a built-in kind; that of a ReplicationController consists of labels only. */
function selectorText({ plural }: Resource, { spec }: StoredObject): string {
  const { selector } = isObject(spec) ? spec : {};
  if (!isObject(selector)) return '';
  return formatLabelSelector(
    plural === 'replicationcontrollers' ? { matchLabels: selector as Labels } : selector,
  );
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

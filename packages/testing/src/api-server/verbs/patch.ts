import { applyConfiguration } from '../apply/apply-configuration.ts';
import type { Core } from '../core.ts';
import { jsonPatch } from '../patch/json-patch.ts';
import { strategicMergePatch } from '../patch/strategic-merge-patch.ts';
import { defaulted, pruned } from '../resources/admission.ts';
import { type Resource, tableOf } from '../resources/resource.ts';
import { isObject, type JsonObject, mergePatch } from '@opgen/rules/json';
import { badRequest, notFound, StatusError, unsupportedMediaType } from '../status-errors.ts';
import { applyType, mediaType, readJson, readYaml } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { duplicateYamlKeys, yamlError } from '../serving/duplicate-yaml-keys.ts';
import { fieldValidation } from '../serving/field-validation.ts';
import { objectResponse } from '../serving/present.ts';
import type { ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { createObject } from './create.ts';
import { fieldsOfPatched } from './fields.ts';
import { replace } from './update.ts';
import { appliedInOtherVersions, liveForApply } from './versions.ts';
import { fieldOwnership, groupResource } from './write.ts';

const jsonType = 'application/json-patch+json';
const mergeType = 'application/merge-patch+json';
const strategicType = 'application/strategic-merge-patch+json';

export async function patch(core: Core, call: Call): Promise<ServerResponse> {
  const { request, resource } = call;
  if (mediaType(request) === applyType) return apply(core, call);
  const change = async (old: StoredObject): Promise<JsonObject> =>
    fieldsOfPatched(call, patched(resource, old, mediaType(request), readJson(request.body)));
  return objectResponse(core, call, await replace(core, call, change, 'patch'));
}

function patched(resource: Resource, old: StoredObject, type: string, change: unknown): JsonObject {
  const next = ((): unknown => {
    if (type === jsonType) return jsonPatch(old, change);
    if (type === mergeType) return mergePatch(old, change);
    if (type === strategicType && resource.custom === undefined) {
      return strategicMergePatch(old, change as JsonObject, resource.schema, resource.resolve);
    }
    const strategic = resource.custom === undefined ? [strategicType] : [];
    throw new StatusError(unsupportedMediaType([jsonType, mergeType, ...strategic, applyType]));
  })();
  if (!isObject(next)) throw new StatusError(badRequest('the patch leaves no object'));
  return next;
}

/** Server-side apply; creates a missing object. */
async function apply(core: Core, call: Call): Promise<ServerResponse> {
  const { request, resource, path, subresource } = call;
  const { name = '', namespace } = path;
  const config = readYaml(request.body);
  checkDuplicateKeys(call);
  if (!isObject(config)) throw new StatusError(badRequest('the configuration is not an object'));
  const stored = core.store.find(tableOf(resource), namespace, name);
  if (stored === undefined && subresource !== undefined) {
    throw new StatusError(notFound(groupResource(resource), name));
  }
  const applied = (live?: StoredObject): JsonObject =>
    applyConfiguration({
      ...fieldOwnership(core, call),
      config,
      live,
      force: request.query.get('force') === 'true',
    }).object;
  const known = (object: JsonObject): JsonObject => pruned(resource, object).object;
  const appliedTo = async (live: StoredObject): Promise<JsonObject> =>
    known(await appliedInOtherVersions(core, call, live, applied(await liveForApply(core, call, live))));
  if (stored === undefined) {
    const object = applied();
    // Apply ignores the resourceVersion here.
    const { resourceVersion: _, ...metadata } = object['metadata'] as JsonObject;
    const named = { ...object, metadata: { ...metadata, name } };
    const created = await createObject(core, call, defaulted(resource, known(named)), true);
    return await objectResponse(core, call, created, 201);
  }
  return objectResponse(core, call, await replace(core, call, appliedTo, 'apply'));
}

/** Rejects or reports duplicate keys of the configuration as the client requested. */
function checkDuplicateKeys({ request, warn }: Call): void {
  const validation = fieldValidation(request);
  const problems = validation === 'Ignore' ? [] : duplicateYamlKeys(request.body);
  if (problems.length > 0 && validation === 'Strict') {
    const message = `error strict decoding YAML: error converting YAML to JSON: ${yamlError(problems)}`;
    throw new StatusError(badRequest(message));
  }
  problems.forEach(warn);
}

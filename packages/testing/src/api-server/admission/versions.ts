import { convert } from '../conversion/convert.ts';
import { builtinIn } from '../conversion/builtin/convert-builtin.ts';
import type { JsonObject } from '@opgen/rules/json';
import { decodingProblem, defaulted, pruned, unreadable } from '../resources/admission.ts';
import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { internalError, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Attributes } from './attributes.ts';
import type { Versioned } from './admission-review.ts';

/** The objects of a write, converted to the version of a resource. */
export async function versionedFor(
  resource: Resource,
  { object, oldObject }: Attributes,
): Promise<Versioned> {
  return {
    object: object && (await shown(resource, object)),
    oldObject: oldObject && (await shown(resource, oldObject)),
  };
}

/** An object as a webhook or a policy changed it in the version of a resource, in the version of the request. */
export async function requestedVersion(
  attributes: Attributes,
  resource: Resource,
  changed: JsonObject,
): Promise<StoredObject> {
  return known(attributes.resource, await shown(attributes.resource, known(resource, changed)));
}

/** A changed object without unknown fields and with defaults. */
function known(resource: Resource, object: JsonObject): StoredObject {
  if (object['kind'] !== resource.kind || object['apiVersion'] !== apiVersionOf(resource)) {
    return object as StoredObject;
  }
  const problem = decodingProblem(resource, object);
  if (problem !== undefined) throw unreadable(resource, problem);
  return defaulted(resource, pruned(resource, object).object);
}

/** A Scale is the same in all versions. */
async function shown(resource: Resource, object: StoredObject): Promise<StoredObject> {
  if (object.kind !== resource.kind) return object;
  requireConvertible(resource, object);
  const [converted = object] = await convert(resource, [object]);
  return converted;
}

/** Rejects loudly: for most built-in kinds the conversion between versions is not implemented. */
function requireConvertible(resource: Resource, object: StoredObject): void {
  if (resource.custom !== undefined || builtinIn(resource, object) !== undefined) return;
  const [{ kind }, { apiVersion }, wanted] = [resource, object, apiVersionOf(resource)];
  const problem = `the embedded API server does not convert ${kind} from ${apiVersion} to ${wanted} for a webhook or a policy`;
  throw new StatusError(
    internalError(`${problem}: name the version of the request in its rules, or use a real one`),
  );
}

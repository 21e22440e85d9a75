import { conflictError } from '../apply/apply-configuration.ts';
import { updatedOtherVersions, translatedFor, type Version, type Versions } from '../apply/other-versions.ts';
import { fieldFilter } from '../apply/ownership.ts';
import { convert } from '../conversion/convert.ts';
import type { Core } from '../core.ts';
import { apiVersionOf, hasSubresource, type Resource } from '../resources/resource.ts';
import type { JsonObject } from '@opgen/rules/json';
import type { Call } from '../serving/call.ts';
import type { StoredObject } from '../storage/stored-object.ts';

/** Removes fields that an update changed from managers who wrote the object in other versions. */
export async function recordedInOtherVersions(
  core: Core,
  call: Call,
  old: StoredObject,
  next: StoredObject,
): Promise<StoredObject> {
  const versions = versionsOf(core, call);
  if (versions === undefined) return next;
  return (await updatedOtherVersions(versions, old, next)).object as StoredObject;
}

/**
 * The object that an apply starts from: what the same manager applied in another version counts as applied in this
 * one.
 */
export async function liveForApply(core: Core, call: Call, live: StoredObject): Promise<StoredObject> {
  const versions = versionsOf(core, call);
  if (versions === undefined) return live;
  const { manager, subresource } = call;
  return (await translatedFor(
    (managed) =>
      managed.operation === 'Apply' && managed.manager === manager && managed.subresource === subresource,
    versions,
    live,
  )) as StoredObject;
}

/** The result of an apply; a conflict if it changes fields that others own in other versions, unless forced. */
export async function appliedInOtherVersions(
  core: Core,
  call: Call,
  live: StoredObject,
  next: JsonObject,
): Promise<JsonObject> {
  const versions = versionsOf(core, call);
  if (versions === undefined) return next;
  const { object, affected } = await updatedOtherVersions(versions, live, next);
  if (affected.length > 0 && call.request.query.get('force') !== 'true') {
    throw conflictError(affected.map(({ managed, disputed }) => ({ managed, fields: disputed })));
  }
  return object;
}

/** Undefined if all versions have the same fields: only conversion webhooks rename fields. */
function versionsOf({ registry }: Core, { resource, subresource }: Call): Versions | undefined {
  if (resource.custom?.conversion === undefined) return undefined;
  return {
    own: versionOf(resource),
    named(apiVersion) {
      const found = registry.find(resource.group, apiVersion.split('/')[1] ?? '', resource.plural);
      return found && versionOf(found);
    },
    resolve: resource.resolve,
    filter: fieldFilter(subresource, hasSubresource(resource, 'status')),
  };
}

function versionOf(resource: Resource): Version {
  return {
    apiVersion: apiVersionOf(resource),
    schema: resource.schema,
    async convert(object) {
      const [converted] = await convert(resource, [object as StoredObject]);
      return converted ?? object;
    },
  };
}

import { builtins } from '../resources/builtin.ts';
import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { applyDefaults, prune } from '@opgen/rules/schema';
import type { StoredObject } from '../storage/stored-object.ts';
import { builtinIn } from './builtin/convert-builtin.ts';
import { convertByWebhook } from './convert-by-webhook.ts';

/**
 * Objects of any version as one version shows them. What defaults came after they were stored shows as well. Where the
 * definition says so, a webhook is asked for those that are stored in another version.
 */
export async function convert(resource: Resource, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const { custom } = resource;
  if (custom?.conversion === undefined) return objects.map((object) => shownIn(resource, object));
  const apiVersion = apiVersionOf(resource);
  const { known } = custom.conversion;
  const foreign = objects.filter((object) => object.apiVersion !== apiVersion && !known.has(object));
  if (foreign.length > 0) {
    const converted = await convertByWebhook(custom.conversion, foreign, { ...resource, apiVersion });
    foreign.forEach((object, i) => {
      const made = converted[i] as StoredObject;
      known.set(object, prune(made, resource.schema, { resolve: builtins().resolve }).value as StoredObject);
    });
  }
  return objects.map((object) => shownIn(resource, known.get(object) ?? object));
}

/** An object that needs no webhook, as a version shows it. */
export function shownIn(resource: Resource, object: StoredObject): StoredObject {
  if (resource.custom === undefined) return builtinIn(resource, object) ?? object;
  const apiVersion = apiVersionOf(resource);
  const shown = object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  return applyDefaults(shown, resource.schema, builtins().resolve);
}

/** An object as it is to be stored; `storage` is the stored version of its kind. */
export async function inStorage(storage: Resource, object: StoredObject): Promise<StoredObject> {
  const apiVersion = apiVersionOf(storage);
  if (object.apiVersion === apiVersion) return object;
  if (storage.custom === undefined) return builtinIn(storage, object) ?? object;
  if (storage.custom.conversion === undefined) return { ...object, apiVersion };
  const [converted = object] = await convert(storage, [object]);
  return converted;
}

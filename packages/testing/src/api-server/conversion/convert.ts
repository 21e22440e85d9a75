import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { applyDefaults, prune } from '@opgen/rules/schema';
import type { StoredObject } from '../storage/stored-object.ts';
import { builtinIn } from './builtin/convert-builtin.ts';
import { convertByWebhook } from './convert-by-webhook.ts';

/**
 * Converts stored objects to one version and applies its defaults. Where the CustomResourceDefinition has a
 * conversion webhook, it converts objects that are stored in another version.
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
      known.set(object, prune(made, resource.schema, { resolve: resource.resolve }).value as StoredObject);
    });
  }
  return objects.map((object) => shownIn(resource, known.get(object) ?? object));
}

/** Converts an object that needs no webhook. */
export function shownIn(resource: Resource, object: StoredObject): StoredObject {
  if (resource.custom === undefined) return builtinIn(resource, object) ?? object;
  const apiVersion = apiVersionOf(resource);
  const shown = object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  return applyDefaults(shown, resource.schema, resource.resolve);
}

/** Converts an object to the storage version of its kind. */
export async function inStorage(storage: Resource, object: StoredObject): Promise<StoredObject> {
  const apiVersion = apiVersionOf(storage);
  if (object.apiVersion === apiVersion) return object;
  if (storage.custom === undefined) return builtinIn(storage, object) ?? object;
  if (storage.custom.conversion === undefined) return { ...object, apiVersion };
  const [converted = object] = await convert(storage, [object]);
  return converted;
}

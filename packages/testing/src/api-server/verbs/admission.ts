import type { Attributes } from '../admission/attributes.ts';
import type { Operation } from '../admission/webhook-configuration.ts';
import { tableOf } from '../resources/resource.ts';
import type { Call } from '../serving/call.ts';
import type { StoredObject } from '../storage/stored-object.ts';

interface Write {
  readonly operation: Operation;
  readonly object?: StoredObject;
  readonly oldObject?: StoredObject;
  readonly options?: object | null;
  /** Set where the objects are of another kind than the resource. */
  readonly kind?: Attributes['kind'];
}

/** The key of an audit annotation of admission. The server ignores others. */
const qualified = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-\w.]*[A-Za-z0-9])?$/;

/** A call as admission sees it. */
export function admissionOf(call: Call, { operation, object, oldObject, options, kind }: Write): Attributes {
  const { resource, path, subresource, dryRun, request, audit } = call;
  // For a deletecollection request, only the old object has the name.
  const name = path.name ?? object?.metadata.name ?? '';
  return {
    operation,
    resource,
    subresource,
    kind: kind ?? resource,
    name,
    namespace: tableOf(resource) === '/namespaces' ? name : (path.namespace ?? ''),
    object,
    oldObject,
    options: options === undefined ? writeOptions(call, operation) : options,
    dryRun,
    user: request.user,
    annotate: (key, value) => {
      if (qualified.test(key)) audit?.annotate(key, value);
    },
  };
}

/** CreateOptions or UpdateOptions as an object: a patch is one of the two. */
function writeOptions({ request, dryRun }: Call, operation: Operation): object {
  const { query } = request;
  const text = (name: string): object => {
    const value = query.get(name);
    return value === null || value === '' ? {} : { [name]: value };
  };
  return {
    kind: operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions',
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun && { dryRun: ['All'] }),
    ...text('fieldManager'),
    ...text('fieldValidation'),
  };
}

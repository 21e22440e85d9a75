import type { ParamKind, ParamRef } from '@opgen/rules/policies';
import { matchesLabels } from '@opgen/rules/selectors';
import { convert } from '../../conversion/convert.ts';
import type { Core } from '../../core.ts';
import { apiVersionOf, type Resource, tableOf } from '../../resources/resource.ts';
import type { StoredObject } from '../../storage/stored-object.ts';

/** A policy or a binding cannot be put into effect; its failurePolicy decides whether the write fails too. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The resource of the params of a policy. */
export function paramResource({ registry }: Core, { apiVersion, kind }: ParamKind): Resource {
  const found = registry.all().find((each) => apiVersionOf(each) === apiVersion && each.kind === kind);
  if (found !== undefined) return found;
  const name = `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
  throw new ConfigurationError(`failed to find resource referenced by paramKind: '${name}'`);
}

/** The params with which a policy is evaluated for a binding, once for each; undefined is an evaluation without params. */
export async function paramsOf(
  core: Core,
  resource: Resource | undefined,
  paramRef: ParamRef | undefined,
  namespace: string,
): Promise<readonly (StoredObject | undefined)[]> {
  if (resource === undefined || paramRef === undefined) return [undefined];
  const found = stored(core, resource, paramRef, namespaceOf(resource, paramRef, namespace));
  if (found.length === 0 && paramRef.parameterNotFoundAction === 'Deny')
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
  return convert(resource, found);
}

function namespaceOf(resource: Resource, paramRef: ParamRef, namespace: string): string | undefined {
  const { namespace: given = '' } = paramRef;
  if (!resource.namespaced) {
    if (given === '') return undefined;
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  if (given !== '') return given;
  if (namespace !== '') return namespace;
  throw new ConfigurationError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  );
}

function stored(
  { store }: Core,
  resource: Resource,
  { name = '', selector = {} }: ParamRef,
  namespace: string | undefined,
): StoredObject[] {
  if (name !== '') return [store.find(tableOf(resource), namespace, name) ?? []].flat();
  return store
    .list(tableOf(resource), namespace)
    .filter(({ metadata }) => matchesLabels(selector, metadata.labels ?? {}));
}

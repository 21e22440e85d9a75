import type { Environment } from '../cel/check/environment.ts';
import { authorizerType, resourceCheckType } from '../cel/libraries/authorization.ts';
import { jsonPatch } from '../cel/libraries/json-patch.ts';
import { kubernetesFunctions, kubernetesTypes } from '../cel/libraries/kubernetes.ts';
import { dynType, objectType, type Type } from '../cel/types/type.ts';
import { namespaceType } from './namespace-type.ts';
import { patchStruct } from './patch-types.ts';
import { requestType } from './request-type.ts';

/** What an expression of a webhook or a policy can refer to beside the objects and the request. */
export interface Names {
  /** The params of a policy. */
  readonly params?: boolean;
  readonly authorizer?: boolean;
  /** The variables of a policy; absent where an expression cannot use variables. */
  readonly variables?: ReadonlyMap<string, Type> | undefined;
  /** `Object` and `JSONPatch`, for mutations. */
  readonly patches?: boolean;
}

const patchFunctions = new Map([...kubernetesFunctions, ...Object.entries(jsonPatch)]);

/** The variables, functions and types of an expression that is evaluated at admission. */
export function admissionEnvironment({ params, authorizer, variables, patches }: Names): Environment {
  const names = new Map<string, Type>([
    ['object', dynType],
    ['oldObject', dynType],
    ['namespaceObject', namespaceType],
    ['request', requestType],
  ]);
  if (params === true) names.set('params', dynType);
  if (authorizer === true) {
    names.set('authorizer', authorizerType);
    names.set('authorizer.requestResource', resourceCheckType);
  }
  if (variables !== undefined) {
    names.set('variables', objectType('kubernetes.variables', Object.fromEntries(variables)));
  }
  return {
    variables: names,
    functions: patches === true ? patchFunctions : kubernetesFunctions,
    types: kubernetesTypes,
    ...(patches === true && { structs: patchStruct }),
  };
}

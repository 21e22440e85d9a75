import { isObject, type JsonObject } from '@opgen/rules/json';
import type { Resource } from '../resources/resource.ts';
import { operationsOf } from './operations.ts';

const mediaTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** The paths of a resource in the form of version 2. */
export function operationsOfV2(resource: Resource, schemaName: string): [path: string, item: object][] {
  const schema = { $ref: `#/definitions/${schemaName}` };
  return operationsOf(resource, schemaName).map(([path, item]) => {
    const { parameters = [], ...operations } = item as Operation;
    const converted = Object.entries(operations).map(([method, operation]) => [
      method,
      operationV2(operation as Operation, schema),
    ]);
    return [path, { ...Object.fromEntries(converted), parameters: parameters.map(parameterV2) }];
  });
}

interface Operation extends JsonObject {
  readonly parameters?: readonly JsonObject[];
}

function operationV2(operation: Operation, schema: object): object {
  const { parameters = [], requestBody, responses: _, ...rest } = operation;
  const isPatch = rest['x-kubernetes-action'] === 'patch';
  const body = { name: 'body', in: 'body', required: true, schema: isPatch ? { type: 'object' } : schema };
  return {
    ...rest,
    consumes: ['*/*'],
    produces: mediaTypes,
    schemes: ['https'],
    parameters: [...(requestBody === undefined ? [] : [body]), ...parameters.map(parameterV2)],
    responses: { '200': { description: 'OK', schema } },
  };
}

/** Version 2 has the type of a parameter beside its name. */
function parameterV2({ schema, ...rest }: JsonObject): object {
  return { ...rest, ...(isObject(schema) ? schema : {}) };
}

import type { JSONSchemaProps } from '@opgen/rules/schema';
import { plansStatus } from './plans-status.ts';

/** `1`, `1.5Gi`, `100m`, `2e3`: the text of a resource quantity. */
const quantity =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const intOrString: JSONSchemaProps = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

/** The schemas of the named types of `@opgen/runtime` and its entry points. */
export const runtimeTypes: Readonly<Record<string, JSONSchemaProps>> = {
  Integer: { type: 'integer' },
  Int32: { type: 'integer', format: 'int32' },
  Int64: { type: 'integer', format: 'int64' },
  Double: { type: 'number' },
  IntOrString: intOrString,
  Quantity: { ...intOrString, pattern: quantity },
  Duration: { type: 'string' },
  Time: { type: 'string', format: 'date-time' },
  MicroTime: { type: 'string', format: 'date-time' },
  Base64: { type: 'string', format: 'byte' },
  RawExtension: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  JSONValue: { 'x-kubernetes-preserve-unknown-fields': true },
  Condition: condition(),
  ConcurrencyPolicy: { type: 'string', enum: ['Allow', 'Forbid', 'Replace'] },
  PlansStatus: plansStatus,
  ObjectMeta: objectMeta(),
  TemplateMeta: objectMeta(),
  LabelSelector: labelSelector(),
  OwnerReference: {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      blockOwnerDeletion: { type: 'boolean' },
      controller: { type: 'boolean' },
      kind: { type: 'string' },
      name: { type: 'string' },
      uid: { type: 'string' },
    },
    required: ['apiVersion', 'kind', 'name', 'uid'],
    'x-kubernetes-map-type': 'atomic',
  },
};

/** The entry points of the types that `@opgen/runtime` itself does not export. */
const entryPoints: Readonly<Record<string, string>> = {
  ConcurrencyPolicy: '@opgen/runtime/schedule',
  PlansStatus: '@opgen/runtime/plans',
};

/** The module to import one of `runtimeTypes` from. */
export function moduleOfRuntimeType(name: string): string {
  return entryPoints[name] ?? '@opgen/runtime';
}

/** The limits are in the Go source of Kubernetes, but not in its OpenAPI documents. */
function condition(): JSONSchemaProps {
  const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
  return {
    type: 'object',
    properties: {
      lastTransitionTime: { type: 'string', format: 'date-time' },
      message: { type: 'string', maxLength: 32768 },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      reason: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      type: {
        type: 'string',
        maxLength: 316,
        pattern: `^(${dnsLabel}(\\.${dnsLabel})*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`,
      },
    },
    required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
  };
}

/** The fields that a template inside a spec may set. With an empty schema the API server would prune labels. */
function objectMeta(): JSONSchemaProps {
  const texts: JSONSchemaProps = { type: 'object', additionalProperties: { type: 'string' } };
  return {
    type: 'object',
    properties: {
      annotations: texts,
      finalizers: { type: 'array', items: { type: 'string' } },
      labels: texts,
      name: { type: 'string' },
      namespace: { type: 'string' },
    },
  };
}

function labelSelector(): JSONSchemaProps {
  return {
    type: 'object',
    properties: {
      matchExpressions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            key: { type: 'string' },
            operator: { type: 'string' },
            values: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' },
          },
          required: ['key', 'operator'],
        },
        'x-kubernetes-list-type': 'atomic',
      },
      matchLabels: { type: 'object', additionalProperties: { type: 'string' } },
    },
    'x-kubernetes-map-type': 'atomic',
  };
}

import { builtInSchemas } from '@opgen/rules/builtin';
import type { Resolve, JSONSchemaProps } from '@opgen/rules/schema';
import { withObjectMeta } from '../../../src/api-server/apply/object-schema.ts';

const schemas = builtInSchemas();

/** Resolves references to the schemas of the built-in types. */
export const resolve: Resolve = (ref) => schemas[ref.replace('#/components/schemas/', '')];

/** The schema of a built-in type. */
export function builtin(name: string): JSONSchemaProps {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`no schema ${name}`);
  return schema;
}

export const memcached: JSONSchemaProps = withObjectMeta({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        image: { type: 'string' },
        args: { type: 'array', items: { type: 'string' } },
        zones: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: {
            type: 'object',
            required: ['port'],
            properties: {
              port: { type: 'integer' },
              protocol: { type: 'string', default: 'TCP' },
              name: { type: 'string' },
            },
          },
        },
        selector: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: { type: 'string' },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' } } },
  },
});

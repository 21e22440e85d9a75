import { type Definition, installDefinition } from './install-definition.ts';
import type { Target } from './target.ts';

const spec = {
  type: 'object',
  properties: {
    size: { type: 'integer', format: 'int32', minimum: 1, maximum: 10 },
    evenSize: { type: 'integer', multipleOf: 2 },
    outside: {
      type: 'integer',
      format: 'int32',
      minimum: -3_000_000_000,
      maximum: 4_294_967_296,
      multipleOf: 0.5,
    },
    below: { type: 'integer', maximum: 5, exclusiveMaximum: true },
    ratio: { type: 'number' },
    enabled: { type: 'boolean' },
    color: { type: 'string', enum: ['red', 'green'] },
    word: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
    mode: { type: 'string', default: 'auto' },
    nullable: { type: 'string', nullable: true },
    choice: { type: 'string', nullable: true, enum: ['a', null] },
    when: { type: 'string', format: 'date-time' },
    address: { type: 'string', format: 'ipv4' },
    port: { 'x-kubernetes-int-or-string': true },
    replicas: { type: 'integer' },
    tags: { type: 'array', maxItems: 3, 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    steps: { type: 'array', minItems: 1, items: { type: 'string' } },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name', 'port'],
        properties: {
          name: { type: 'string' },
          port: { type: 'integer' },
          protocol: { type: 'string', default: 'TCP' },
        },
      },
    },
    quotas: { type: 'object', maxProperties: 2, additionalProperties: { type: 'integer' } },
    pair: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    },
    owner: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, team: { type: 'string', default: 'core' } },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
};

const status = {
  type: 'object',
  properties: {
    phase: { type: 'string' },
    replicas: { type: 'integer' },
    selector: { type: 'string' },
    observedGeneration: { type: 'integer' },
  },
};

/** A CRD that uses all features of structural schemas. */
function widgetDefinition(group: string): Definition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        plural: 'widgets',
        singular: 'widget',
        kind: 'Widget',
        shortNames: ['wdg'],
        categories: ['toys'],
      },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec,
                status,
              },
            },
          },
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.replicas',
              statusReplicasPath: '.status.replicas',
              labelSelectorPath: '.status.selector',
            },
          },
          selectableFields: [{ jsonPath: '.spec.color' }],
          additionalPrinterColumns: [
            {
              name: 'Color',
              type: 'string',
              jsonPath: '.spec.color',
              description: 'its color',
            },
            {
              name: 'Size',
              type: 'integer',
              jsonPath: '.spec.size',
              priority: 1,
            },
            {
              name: 'Age',
              type: 'date',
              jsonPath: '.metadata.creationTimestamp',
            },
          ],
        },
      ],
    },
  };
}

/** Installs the CRD and waits until Widgets are served. */
export function installWidgets(target: Target, group: string): Promise<void> {
  return installDefinition(target, widgetDefinition(group));
}

import { expect, test } from 'vitest';
import { importCustomResourceDefinition } from '../../src/import/import-definition.ts';
import { readDefinitions } from '../../src/import/read-definitions.ts';

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: trees.fruit.example.com, labels: null }
spec:
  group: fruit.example.com
  names: { kind: Tree, plural: trees, shortNames: null, categories: }
  scope: Namespaced
  conversion: null
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    subresources: { status: null }
    schema:
      openAPIV3Schema:
        type: object
        required:
        properties:
          spec:
            type: object
            description: null
            properties:
              size: { type: integer, minimum: null, enum: }
              colour: { type: string, nullable: true, enum: [red, null] }
              bark: { type: object, properties:, default: { rough: null } }
              any:
`;

test('a field that is null is absent, as for the API server', () => {
  const [definition] = readDefinitions(crd, 'trees.yaml');
  expect(definition?.metadata).toEqual({ name: 'trees.fruit.example.com' });
  expect(definition?.spec).toEqual({
    group: 'fruit.example.com',
    names: { kind: 'Tree', plural: 'trees' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {},
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer' },
                  colour: { type: 'string', nullable: true, enum: ['red', null] },
                  bark: { type: 'object', default: { rough: null } },
                  any: {},
                },
              },
            },
          },
        },
      },
    ],
  });
  expect(definition && importCustomResourceDefinition(definition)[0]?.content).toContain('size?: Integer;');
});

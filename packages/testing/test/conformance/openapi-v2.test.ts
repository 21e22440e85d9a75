import { expect } from 'vitest';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';

interface Document {
  swagger: string;
  definitions: Record<string, JSONSchemaProps>;
  paths: Record<string, Record<string, { 'x-kubernetes-action'?: string }>>;
}

const read = async (scene: Scene): Promise<Document> =>
  (await scene.get('/openapi/v2')).object as unknown as Document;

/** `com.example.conformance.openapi.v1.Widget` */
const definitionOf = (scene: Scene, document: Document): JSONSchemaProps | undefined =>
  document.definitions[[...scene.group.split('.').toReversed(), 'v1', 'Widget'].join('.')];

conformance('openapi two', (it) => {
  it('has the operations and the schemas of built-in kinds', async (scene) => {
    const { swagger, definitions, paths } = await read(scene);
    expect(swagger).toBe('2.0');
    const path = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'];
    expect(path?.['patch']?.['x-kubernetes-action']).toBe('patch');
    const spec = definitions['io.k8s.api.apps.v1.DeploymentSpec'];
    expect(spec?.properties?.['template']?.$ref).toBe('#/definitions/io.k8s.api.core.v1.PodTemplateSpec');
    expect(definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
      type: 'string',
      format: 'int-or-string',
    });
    expect(definitions['io.k8s.apimachinery.pkg.api.resource.Quantity']?.type).toBe('string');
  });

  it('has the schemas of custom resources in the form that clients of this version can read', async (scene) => {
    await expect.poll(async () => definitionOf(scene, await read(scene))).toBeDefined();
    const definition = definitionOf(scene, await read(scene));
    const spec = definition?.properties?.['spec']?.properties ?? {};
    expect(spec['size']).toMatchObject({ type: 'integer', format: 'int32', minimum: 1, maximum: 10 });
    expect(spec['mode']).toEqual({ type: 'string' });
    expect(spec['nullable']).toEqual({});
    expect(spec['free']).toEqual({ 'x-kubernetes-preserve-unknown-fields': true });
    expect(definition?.properties?.['metadata']?.$ref).toBe(
      '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
    );
  });

  it('does not restrict a kind that keeps unknown fields', async (scene) => {
    const group = `${scene.namespace}.${scene.group}`;
    const names = { plural: 'opens', kind: 'Open' };
    const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
    await scene.install({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `opens.${group}` },
      spec: { group, scope: 'Namespaced', names, versions },
    });
    const name = [...group.split('.').toReversed(), 'v1', 'Open'].join('.');
    await expect
      .poll(async () => (await read(scene)).definitions[name])
      .toEqual({
        type: 'object',
        'x-kubernetes-group-version-kind': [{ group, kind: 'Open', version: 'v1' }],
      });
  });

  it('is not sent again to a client that has it', async (scene) => {
    await expect.poll(async () => definitionOf(scene, await read(scene))).toBeDefined();
    const etag = (await scene.get('/openapi/v2')).headers['etag'] ?? '';
    expect(etag).toMatch(/^"[0-9A-F]+"$/);
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { manifestsOf } from '../manifests/project.ts';
import { controllerGenAvailable, runControllerGen } from '../support/controller-gen.ts';

const zoo = (file: string) => readFileSync(new URL(`./zoo/${file}`, import.meta.url), 'utf8');

/** The same types and markers in Go and in TypeScript. */
test.skipIf(!controllerGenAvailable()).each(['types', 'markers'])(
  'the zoo of %s has the same schema as with controller-gen',
  async (name) => {
    const [ours, theirs] = await Promise.all([ofTypeScript(zoo(`${name}.ts`)), ofGo(zoo(`${name}.go.txt`))]);
    expect(comparable(ours)).toEqual(comparable(theirs));
  },
  60_000,
);

async function ofTypeScript(types: string): Promise<CustomResourceDefinition> {
  const { diagnostics, files } = await manifestsOf({ 'src/api/zoo.ts': types });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return parse(files[0]?.content ?? '') as CustomResourceDefinition;
}

async function ofGo(types: string): Promise<CustomResourceDefinition> {
  const files = await runControllerGen(types, [
    'crd:allowDangerousTypes=true,generateEmbeddedObjectMeta=true',
  ]);
  const [content = '', ...others] = Object.values(files);
  expect(others).toEqual([]);
  return parse(content) as CustomResourceDefinition;
}

/** The fields with Kubernetes types. */
const ofKubernetes = 'amount conditions environment meta reference selector target toleration wait'.split(
  ' ',
);

/** Drops the descriptions that opgen and controller-gen word differently: those of apiVersion, kind and Kubernetes types. */
function comparable({ metadata, spec }: CustomResourceDefinition): unknown {
  const { 'controller-gen.kubebuilder.io/version': _, ...annotations } = metadata.annotations ?? {};
  const versions = spec.versions.map(({ schema, ...version }) => {
    const root = schema?.openAPIV3Schema ?? {};
    const { apiVersion, kind, ...properties } = root.properties ?? {};
    const own = properties['spec']?.properties ?? {};
    for (const name of ofKubernetes) if (own[name] !== undefined) own[name] = withoutProse(own[name]);
    return {
      ...version,
      schema: { ...root, properties: { ...properties, kinds: [apiVersion?.type, kind?.type] } },
    };
  });
  return { metadata: { ...metadata, annotations }, spec: { ...spec, versions } };
}

function withoutProse(schema: JSONSchemaProps): JSONSchemaProps {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  ) as JSONSchemaProps;
}

import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtGoProgram, goModuleFolder } from '../../benchmarks/support/go-programs.ts';
import type { CustomResourceDefinition } from '../../src/kubernetes/custom-resource-definition.ts';
import type { JSONSchemaProps } from '../../src/kubernetes/json-schema.ts';
import { manifestsOf } from '../manifests/project.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

/** `npm run bench` builds it. */
const controllerGen = await builtGoProgram('controller-gen');
if (controllerGen === undefined) console.log('controller-gen is not built: its schemas are not compared');

const zoo = (file: string) => readFileSync(new URL(`./zoo/${file}`, import.meta.url), 'utf8');

/** The same types and markers in Go and in TypeScript. */
test.skipIf(controllerGen === undefined).each(['types', 'markers'])(
  'a zoo of %s has the schema that controller-gen gives it',
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
  const root = temporaryFolder();
  writeFolder(root, { 'types.go': types });
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(goModuleFolder, file), join(root, file));
  const generator = [
    'crd:allowDangerousTypes=true,generateEmbeddedObjectMeta=true',
    'paths=.',
    'output:dir=out',
  ];
  await execa(String(controllerGen), generator, { cwd: root });
  const [file = ''] = readdirSync(join(root, 'out'));
  return parse(readFileSync(join(root, 'out', file), 'utf8')) as CustomResourceDefinition;
}

/** The fields whose types are of Kubernetes. */
const ofKubernetes = 'amount conditions environment meta reference selector target toleration wait'.split(
  ' ',
);

/** Without what is said of every kind, and of the types of Kubernetes, in words of their own. */
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

import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { compact } from '../kubernetes/compact.ts';
import type { KeywordName } from '../markers/keywords/keyword.ts';
import { keywordsOfKinds, markersOfKind, markersOfSchema } from '../markers/write-marker.ts';
import { kebabCase } from '../project/names.ts';
import { docComment } from './doc-comment.ts';
import { layOut } from '../layout/lay-out.ts';
import { stringLiteral } from '../layout/string-literal.ts';
import { fieldOf, type Spot } from './spot.ts';
import { TypeWriter } from './type-writer.ts';
import { without } from './without.ts';

export interface ImportedVersion {
  version: string;
  /** Relative to the project. */
  path: string;
  content: string;
  /** What types and markers cannot express. The path is empty for the whole object. */
  losses: readonly { path: string; reason: string }[];
}

export interface ImportOptions {
  /** Imports only these versions; all if absent. */
  versions?: readonly string[] | undefined;
  /** The project owns the kind, so `opgen manifests` generates its CRD. False for a kind of another operator. */
  own?: boolean;
  /** The comment above the interface if the schema has no description. */
  doc?: string;
}

/** The types of a CRD: a file for each version, with the interface of the kind and its defineKind. */
export function importCustomResourceDefinition(
  definition: CustomResourceDefinition,
  options: ImportOptions = {},
): ImportedVersion[] {
  const { versions } = definition.spec;
  const wanted = versions.filter(({ name }) => options.versions?.includes(name) ?? true);
  return wanted.map((version) => importVersion(definition, version, options));
}

/** The path where `opgen create api` creates the kind. */
export function pathOfKind({ spec }: CustomResourceDefinition, version: string): string {
  const [folder = ''] = spec.group.split('.');
  return `src/api/${folder}/${version}/${kebabCase(spec.names.kind)}.ts`;
}

const ofEveryKind = ['apiVersion', 'kind', 'metadata'];

function importVersion(
  definition: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  { doc = '', own = true }: ImportOptions,
): ImportedVersion {
  const { group, names, scope } = definition.spec;
  const { kind, plural } = names;
  const schema: JSONSchemaProps = version.schema?.openAPIV3Schema ?? { type: 'object' };
  const writer = new TypeWriter(kind, ['CustomObject', 'CustomResource', 'KubernetesObject', 'defineKind']);
  const apiVersion = `${group}/${version.name}`;
  const { bases, members } = partsOfKind(writer, kind, schema, own);
  const markers = own
    ? [
        ...markersOfKind(definition, definition.spec.versions.indexOf(version)),
        ...markersOfRoot(schema, writer),
      ]
    : [];
  const lines = [
    ...docComment(schema.description ?? doc),
    ...markers,
    layOut(`export interface ${kind} extends ${bases.join(', ')} {`),
    `  apiVersion: ${stringLiteral(apiVersion)};`,
    `  kind: ${stringLiteral(kind)};`,
    ...members.map((line) => `  ${line}`),
    '}',
    '',
    layOut(
      `export const ${kind} = defineKind<${kind}>({
  apiVersion: ${stringLiteral(apiVersion)},
  kind: ${stringLiteral(kind)},
  plural: ${stringLiteral(plural)},
  scope: ${stringLiteral(scope)},
});`,
    ),
  ];
  const imports = [...writer.imports, bases[0]?.replace(/<.*/s, '')].map((name) => `type ${name}`);
  const sorted = ['defineKind', ...imports].toSorted(compareNames);
  const parts = [
    layOut(`import { ${sorted.join(', ')} } from '@opgen/runtime';`),
    ...writer.declarations,
    lines.join('\n'),
  ];
  return {
    version: version.name,
    path: pathOfKind(definition, version.name),
    content: `${parts.join('\n\n')}\n`,
    losses: [...lossesOf(definition), ...writer.losses],
  };
}

interface KindParts {
  bases: string[];
  members: string[];
}

/**
 * The interface of the kind. It extends `CustomResource` if every object has a spec, otherwise `CustomObject`, and
 * `KubernetesObject` if another operator owns the kind.
 */
function partsOfKind(writer: TypeWriter, kind: string, schema: JSONSchemaProps, own: boolean): KindParts {
  const { spec, status, ...others } = schema.properties ?? {};
  const root: Spot = { words: [kind], path: '' };
  const part = (name: string, property: JSONSchemaProps | undefined): Part | undefined =>
    property && {
      name,
      type: writer.whole(without(property, 'default'), fieldOf(root, name)),
      isRequired: schema.required?.includes(name) === true,
      default: property.default,
    };
  const [ofSpec, ofStatus] = [part('spec', spec), part('status', status)];
  const parts = [ofSpec, ofStatus].filter((each) => each !== undefined);
  const isUsual = own && ofSpec !== undefined && isPresent(ofSpec);
  const written = isUsual
    ? parts.filter((each) => each.default !== undefined || (each === ofStatus && each.isRequired))
    : parts;
  const usual = `CustomResource<${parts.map(({ type }) => type).join(', ')}>`;
  return {
    bases: [isUsual ? usual : own ? 'CustomObject' : 'KubernetesObject', ...writer.defaults(schema)],
    members: [
      ...written.flatMap(membersOfPart),
      ...writer.members({ ...schema, properties: without(others, ...ofEveryKind) }, root),
    ],
  };
}

/** `spec` or `status` of a kind. */
interface Part {
  name: string;
  type: string;
  isRequired: boolean;
  default: JSONSchemaProps['default'];
}

/** Whether every stored object has it. */
function isPresent({ default: value, isRequired }: Part): boolean {
  return isRequired || value !== undefined;
}

function membersOfPart(part: Part): string[] {
  const { default: value, isRequired, name, type } = part;
  return [
    ...(isRequired && value !== undefined ? ['// +required'] : []),
    ...markersOfSchema(compact({ default: value }), new Set()),
    `${name}${isPresent(part) ? '' : '?'}: ${type};`,
  ];
}

const expressedByKind = new Set<KeywordName>(['type', 'properties', 'required', 'description']);

/** Keywords of the root schema that no marker above a kind can set become `losses`. */
function markersOfRoot(schema: JSONSchemaProps, writer: TypeWriter): string[] {
  for (const marker of markersOfSchema(schema, new Set([...expressedByKind, ...keywordsOfKinds])))
    writer.losses.push({ path: '', reason: `a kind cannot have ${marker.slice(4)}` });
  if (
    Object.keys(schema.properties?.['metadata'] ?? {}).some((key) => key !== 'type' && key !== 'description')
  )
    writer.losses.push({ path: '.metadata', reason: 'the types cannot restrict metadata' });
  const others = Object.keys(schema).filter((name) => !keywordsOfKinds.has(name as KeywordName));
  return markersOfSchema(schema, new Set(others as KeywordName[]));
}

function lossesOf({ spec }: CustomResourceDefinition): { path: string; reason: string }[] {
  const { kind, listKind } = spec.names;
  if (listKind === undefined || listKind === `${kind}List`) return [];
  return [{ path: '.names.listKind', reason: `opgen always names the list kind ${kind}List` }];
}

/** Compares names without the `type` modifier. */
function compareNames(one: string, other: string): number {
  const [left, right] = [one, other].map((name) => name.replace(/^type /, '').toLowerCase());
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

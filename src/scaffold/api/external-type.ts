import { qualifiedGroup } from '../../project/group-version-kind.ts';
import { pluralOf } from '../../project/plural.ts';
import type { ProjectResource } from '../../project/project-file.ts';
import { type CrdVersion, findVersion, type Schema } from './external-crd.ts';
import { readIfThere } from '../files/file-plan.ts';
import { quoted } from '../templates/quoted.ts';
import { lineWidth } from '../templates/engine.ts';
import type { RenderedTree } from '../templates/tree.ts';

/** Where the CRD is kept that a type was written from. It is not installed: its operator does that. */
function crdPath(resource: ProjectResource): string {
  return `config/crd/external/${qualifiedGroup(resource)}_${resource.plural ?? pluralOf(resource.kind)}.yaml`;
}

/** Whether the type of the resource was written from a CRD. */
export function isFromCrd({ external, path }: ProjectResource): boolean {
  return external === true && path?.startsWith('src/external/') === true;
}

/** The type of another operator's kind, and the CRD that it was written from. */
export function externalTrees(root: string, resource: ProjectResource, given?: string): RenderedTree[] {
  const path = crdPath(resource);
  const text = given ?? readIfThere(root, path);
  if (text === undefined || resource.path === undefined) return [];
  const version = findVersion(path, text, resource);
  return [
    {
      files: [
        { path: resource.path, content: kindFile(version) },
        { path, content: text.replaceAll('\r\n', '\n') },
      ],
      insertions: [],
    },
  ];
}

/** The file of a kind, whose `spec` and `status` are as exact as the schema says. */
function kindFile({ names, namespaced, schema }: CrdVersion): string {
  const { group, domain, kind, plural, version } = names;
  const apiVersion = `${[group, domain].filter((part) => part !== '').join('.')}/${version}`;
  const own = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !['apiVersion', 'kind', 'metadata'].includes(name),
  );
  const members = own.map(([name, property]) => member(name, property, schema, 1)).join('');
  return `import { defineKind, type KubernetesObject } from '@opgen/runtime';

/** ${kind} is a kind of another operator. It is written from its CRD in config/crd/external. */
export interface ${kind} extends KubernetesObject {
  apiVersion: '${apiVersion}';
  kind: '${kind}';
${members}}

export const ${kind} = defineKind<${kind}>({
  apiVersion: '${apiVersion}',
  kind: '${kind}',
  plural: '${plural}',
  scope: '${namespaced ? 'Namespaced' : 'Cluster'}',
});
`;
}

function member(name: string, property: Schema, parent: Schema, depth: number): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
  const optional = parent.required?.includes(name) === true ? '' : '?';
  const start = `${indent(depth)}${key}${optional}:`;
  const line = `${start} ${typeOf(property, depth)};\n`;
  if (line.length <= lineWidth) return line;
  // One branch a line, as the formatter would have it.
  if (property.enum !== undefined) return `${start}${branchesOf(property.enum, depth + 1)};\n`;
  if (property.items?.enum !== undefined)
    return `${start} (${branchesOf(property.items.enum, depth + 1)}\n${indent(depth)})[];\n`;
  return line;
}

function typeOf(schema: Schema, depth: number): string {
  if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum.map(literal).join(' | ');
  if (schema['x-kubernetes-int-or-string'] === true) return 'number | string';
  if (schema.type === 'array') return arrayOf(schema.items ?? {}, depth);
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string' || schema.type === 'boolean') return schema.type;
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length > 0) {
    const members = properties.map(([name, property]) => member(name, property, schema, depth + 1));
    return `{\n${members.join('')}${indent(depth)}}`;
  }
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') return recordOf(additionalProperties, depth);
  return schema.type === 'object' ? 'Record<string, unknown>' : 'unknown';
}

function recordOf(values: Schema, depth: number): string {
  const type = typeOf(values, depth);
  if (!type.includes('\n')) return `Record<string, ${type}>`;
  return `{\n${indent(depth + 1)}[name: string]: ${typeOf(values, depth + 1)};\n${indent(depth)}}`;
}

function arrayOf(items: Schema, depth: number): string {
  const type = typeOf(items, depth);
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})[]` : `${type}[]`;
}

function branchesOf(values: readonly unknown[], depth: number): string {
  return values.map((value) => `\n${indent(depth)}| ${literal(value)}`).join('');
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

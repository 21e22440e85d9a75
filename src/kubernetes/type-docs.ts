import { dirname, join } from 'node:path';
import type { Disk } from '../disk/disk.ts';

/** What is written about a type of Kubernetes. */
export interface TypeDocs {
  description?: string;
  fields: Readonly<Record<string, string>>;
}

/** Descriptions of the types of Kubernetes, by the names of their schemas. */
export type DocsOf = (schema: string) => TypeDocs | undefined;

/**
 * The descriptions in the `@kubernetes/client-node` that a project has installed; nothing if it has not.
 *
 * Its declarations are read as text, one file for each type that is used: to have the compiler read the package would
 * take longer than everything else.
 */
export function docsOfClientNode(root: string, disk: Disk): DocsOf | undefined {
  const models = modelsAbove(root, disk);
  if (models === undefined) return undefined;
  const { files, folder } = models;
  const known = new Map<string, TypeDocs | undefined>();
  return (schema) => {
    if (!known.has(schema)) {
      const file = fileNames(schema).find((name) => files.has(name));
      known.set(schema, file === undefined ? undefined : readDocs(disk.text(join(folder, file))));
    }
    return known.get(schema);
  };
}

function modelsAbove(root: string, disk: Disk): { folder: string; files: ReadonlySet<string> } | undefined {
  const folder = join(root, 'node_modules/@kubernetes/client-node/dist/gen/models');
  const entries = disk.list(folder);
  if (entries !== undefined) return { folder, files: new Set(entries.map(({ name }) => name)) };
  return dirname(root) === root ? undefined : modelsAbove(dirname(root), disk);
}

/** `io.k8s.api.core.v1.PodSpec` is V1PodSpec, and CoreV1PodSpec if another group has one too. */
function fileNames(schema: string): string[] {
  const [group = '', version = '', name = ''] = schema.split('.').slice(-3);
  const type = `${capital(version)}${name}`;
  return [`${type}.d.ts`, `${capital(group)}${type}.d.ts`];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const documented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export declare class|'([^']+)'\??:)/g;

export function readDocs(declarations: string): TypeDocs {
  const fields: Record<string, string> = {};
  let description: string | undefined;
  for (const [, comment = '', field] of declarations.matchAll(documented)) {
    const text = comment
      .replaceAll(/^[ \t]*\*[ \t]?/gm, '')
      .replaceAll('\\"', '"')
      .trim();
    // Words that the language has taken begin with a line there: `_from`.
    if (field === undefined) description = text;
    else fields[field.replace(/^_/, '')] = text;
  }
  return { fields, ...(description !== undefined && { description }) };
}

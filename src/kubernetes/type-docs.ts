import { dirname, join } from 'node:path';
import type { Disk } from '../disk/disk.ts';

/** The descriptions of a built-in type and its fields. */
export interface TypeDocs {
  description?: string | undefined;
  fields: Readonly<Record<string, string>>;
}

/** Looks up the descriptions of a built-in type by its schema name. */
export type DocsOf = (schema: string) => TypeDocs | undefined;

/**
 * The descriptions in the `@kubernetes/client-node` of a project; undefined if the project has not installed it.
 *
 * Reads the declarations as text, one file for each type in use: loading the package into the compiler would take
 * longer than the rest of the run.
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

/** `io.k8s.api.core.v1.PodSpec` is V1PodSpec, or CoreV1PodSpec if another group has a type of that name. */
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
    // client-node prefixes reserved words with an underscore: `_from`.
    if (field === undefined) description = text;
    else fields[field.replace(/^_/, '')] = text;
  }
  return { fields, description };
}

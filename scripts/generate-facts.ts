/**
 * Generates the tables of built-in types that the packages contain.
 *
 *     tsx --conditions=source scripts/generate-facts.ts <folder of v1.33> … <folder of v1.36>
 *     tsx --conditions=source scripts/generate-facts.ts --server http://127.0.0.1:8001
 *
 * A folder has schemas.json and discovery.json. From a server, for example through `kubectl proxy`, the script reads
 * the OpenAPI documents and updates the table of the server's minor version. API versions that the server does not
 * serve stay unchanged. For a minor version without a table, use a server with --runtime-config=api/all=true.
 *
 * The tables contain no descriptions. Older minor versions are stored as differences from the newest.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { builtInSchemas, type Minor, minorOf, minors, newestMinor } from '@opgen/rules/builtin';
import { byName, completed, schemasOfServer } from './schemas-of-server.ts';

type Schemas = Record<string, JSONSchemaProps>;

const repository = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const found = args[0] === '--server' ? await ofServer(args[1] ?? '') : args.map(ofFolder);
if (found.length === 0) throw new Error('usage: tsx scripts/generate-facts.ts <folder>… | --server <url>');

const byMinor = new Map<Minor, Schemas>();
// Tables that are not regenerated are read first, because the newest, on which they are based, may change.
for (const minor of minors) if (existsSync(tableOf(minor))) byMinor.set(minor, builtInSchemas(minor));
for (const { minor, schemas } of found) byMinor.set(minor, schemas);
const newest = byMinor.get(newestMinor) ?? {};
for (const [minor, schemas] of byMinor) {
  write(tableOf(minor), minor === newestMinor ? { schemas } : difference(newest, schemas));
}

function tableOf(minor: Minor): string {
  return join(repository, `packages/rules/src/builtin/schemas/v${minor}.json`);
}

function ofFolder(folder: string): { minor: Minor; schemas: Schemas } {
  const minor = knownMinor(basename(folder));
  const [schemas, resources] = ['schemas.json', 'discovery.json'].map((file): unknown =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  );
  if (minor === newestMinor)
    write(join(repository, `packages/rules/src/builtin/resources/v${minor}.json`), resources);
  return { minor, schemas: schemas as Schemas };
}

async function ofServer(url: string): Promise<{ minor: Minor; schemas: Schemas }[]> {
  const { schemas, version } = await schemasOfServer(async (path) => {
    const response = await fetch(new URL(path, url));
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return response.json();
  });
  const minor = knownMinor(version);
  const before = existsSync(tableOf(minor)) ? builtInSchemas(minor) : {};
  return [{ minor, schemas: completed(schemas, before) }];
}

function knownMinor(version: string): Minor {
  const minor = minorOf(version);
  if (minor === undefined)
    throw new Error(`${version} is none of ${minors.join(', ')}: see packages/rules/src/builtin/minors.ts`);
  return minor;
}

function difference(from: Schemas, to: Schemas): object {
  const changed = Object.entries(to).filter(([name, schema]) => !isDeepStrictEqual(schema, from[name]));
  return {
    schemas: byName(Object.fromEntries(changed)),
    without: Object.keys(from).filter((name) => !(name in to)),
  };
}

function write(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value)}\n`);
}

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
 * Only folders say which resources a minor version serves: a server without flags serves no alpha and beta versions.
 *
 * The tables contain no descriptions. Older minor versions are stored as differences from the newest.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import {
  builtInSchemas,
  type Minor,
  minorOf,
  minors,
  newestMinor,
  type ServedResource,
  servedResources,
} from '@opgen/rules/builtin';
import { mergePatchBetween } from '../packages/runtime/src/objects/json.ts';
import { completed, schemasOfServer } from './schemas-of-server.ts';

type Schemas = Record<string, JSONSchemaProps>;
type Resources = Record<string, ServedResource>;

/** What was found about a minor version. A server does not say which resources its minor can serve. */
interface Found {
  readonly minor: Minor;
  readonly schemas: Schemas;
  readonly resources?: Resources;
}

const repository = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const found: Found[] = args[0] === '--server' ? await ofServer(args[1] ?? '') : args.map(ofFolder);
if (found.length === 0) throw new Error('usage: tsx scripts/generate-facts.ts <folder>… | --server <url>');

// Tables that are not regenerated are read first, because the newest, on which they are based, may change.
const schemas = new Map<Minor, Schemas>();
const resources = new Map<Minor, Resources>();
for (const minor of minors) {
  if (existsSync(tableOf('schemas', minor))) schemas.set(minor, builtInSchemas(minor));
  if (existsSync(tableOf('resources', minor))) resources.set(minor, byPath(servedResources(minor)));
}
for (const each of found) {
  schemas.set(each.minor, each.schemas);
  if (each.resources !== undefined) resources.set(each.minor, each.resources);
}
writeTables('schemas', schemas);
writeTables('resources', resources);

function writeTables(folder: 'schemas' | 'resources', tables: ReadonlyMap<Minor, object>): void {
  const newest = tables.get(newestMinor) ?? {};
  for (const [minor, table] of tables)
    write(tableOf(folder, minor), minor === newestMinor ? table : (mergePatchBetween(newest, table) ?? {}));
}

function tableOf(folder: 'schemas' | 'resources', minor: Minor): string {
  return join(repository, `packages/rules/src/builtin/${folder}/v${minor}.json`);
}

function ofFolder(folder: string): Found {
  const [schemas, resources] = ['schemas.json', 'discovery.json'].map((file): unknown =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  );
  return {
    minor: knownMinor(basename(folder)),
    schemas: schemas as Schemas,
    resources: byPath(resources as ServedResource[]),
  };
}

/** By `apps/v1/deployments`. */
function byPath(resources: readonly ServedResource[]): Resources {
  return Object.fromEntries(
    resources.map((each) => [`${each.servedGroup}/${each.servedVersion}/${each.resource}`, each]),
  );
}

async function ofServer(url: string): Promise<Found[]> {
  const { schemas, version } = await schemasOfServer(async (path) => {
    const response = await fetch(new URL(path, url));
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return response.json();
  });
  const minor = knownMinor(version);
  const before = existsSync(tableOf('schemas', minor)) ? builtInSchemas(minor) : {};
  return [{ minor, schemas: completed(schemas, before) }];
}

function knownMinor(version: string): Minor {
  const minor = minorOf(version);
  if (minor === undefined)
    throw new Error(`${version} is none of ${minors.join(', ')}: see packages/rules/src/builtin/minors.ts`);
  return minor;
}

function write(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value)}\n`);
}

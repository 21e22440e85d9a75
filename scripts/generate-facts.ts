/**
 * Turns the facts of a Kubernetes minor into the tables that the packages carry.
 *
 *     tsx scripts/generate-facts.ts <folder with schemas.json and discovery.json> <minor, as v1.36>
 *
 * The tables hold shapes only, no prose. The command line and the embedded API server are published apart,
 * so each carries a table of its own.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [folder, minor] = process.argv.slice(2);
if (folder === undefined || minor === undefined) {
  throw new Error('usage: tsx scripts/generate-facts.ts <folder> <minor>');
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const write = (path: string, value: unknown): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value)}\n`);
};

const schemas = read('schemas.json');
const resources = read('discovery.json');
write(`src/kubernetes/facts/${minor}.json`, { schemas, resources });
write(`packages/testing/src/api-server/builtin/${minor}.json`, { schemas, resources });

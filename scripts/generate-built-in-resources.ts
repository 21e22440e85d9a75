/**
 * Lists the API versions of resources that older minor versions of Kubernetes serve, and the newest does not.
 *
 *     tsx --conditions=source scripts/generate-built-in-resources.ts <folder of v1.33> … <folder of v1.35>
 *
 * Each folder has a discovery.json; generate-facts.ts writes that of the newest. The list distinguishes a misspelled
 * resource from one of another minor version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltInResource, type ServedResource, servedResources } from '@opgen/rules/builtin';

const target = fileURLToPath(new URL('../packages/rules/src/builtin/resources/older.json', import.meta.url));
const newest = new Set(servedResources().map(nameOf));
const byName = new Map<string, BuiltInResource>();
for (const folder of process.argv.slice(2)) {
  const served = JSON.parse(readFileSync(join(folder, 'discovery.json'), 'utf8')) as ServedResource[];
  for (const each of served.filter((one) => !newest.has(nameOf(one)))) {
    const { servedGroup: group, servedVersion, resource, kind, namespaced } = each;
    const known = byName.get(`${group}/${resource}`);
    const versions = [...new Set([...(known?.versions ?? []), servedVersion])].toSorted();
    byName.set(`${group}/${resource}`, { group, resource, kind, versions, namespaced });
  }
}
const sorted = [...byName.keys()].toSorted().map((name) => byName.get(name));
writeFileSync(target, `${JSON.stringify(sorted)}\n`);

function nameOf({ servedGroup, servedVersion, resource }: ServedResource): string {
  return `${servedGroup}/${servedVersion}/${resource}`;
}

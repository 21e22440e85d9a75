/**
 * Lists the resources that Kubernetes serves in the given minor versions, without schemas and descriptions.
 *
 *     tsx scripts/generate-built-in-resources.ts <folder of v1.33> … <folder of v1.36>
 *
 * Each folder has a discovery.json. The list distinguishes a misspelled resource from one of another minor version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import type { BuiltInResource } from '../src/kubernetes/built-in-resources.ts';

interface Discovered {
  servedGroup: string;
  servedVersion: string;
  resource: string;
  kind: string;
  namespaced: boolean;
}

const target = fileURLToPath(new URL('../src/kubernetes/facts/resources.json', import.meta.url));
const byName = new Map<string, BuiltInResource>();
for (const folder of process.argv.slice(2)) {
  const discovered = JSON.parse(readFileSync(join(folder, 'discovery.json'), 'utf8')) as Discovered[];
  for (const { servedGroup: group, servedVersion: version, resource, kind, namespaced } of discovered) {
    const known = byName.get(`${group}/${resource}`);
    const versions = [...new Set([...(known?.versions ?? []), version])].toSorted();
    byName.set(`${group}/${resource}`, { group, resource, kind, versions, namespaced });
  }
}
const sorted = [...byName.keys()].toSorted().map((name) => byName.get(name));
const config = await resolveConfig(target);
writeFileSync(target, await format(JSON.stringify(sorted), { ...config, parser: 'json' }));

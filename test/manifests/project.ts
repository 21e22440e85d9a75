import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type GeneratedManifests, generateManifests } from '../../src/manifests/generate.ts';

/** The manifests of a project with these files, keyed by path. */
export async function manifestsOf(files: Record<string, string>): Promise<GeneratedManifests> {
  const root = await mkdtemp(join(tmpdir(), 'opgen-manifests-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    return await generateManifests({ root });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** A Memcached whose spec has these fields; the first one is on line 4. */
export function memcached(fields: string, more = ''): string {
  return `import { type Condition, type CustomResource, defineKind, type Int32, type Int64, type IntOrString } from '@opgen/runtime';

export interface MemcachedSpec {
${fields}
}

${more}
export interface Memcached extends CustomResource<MemcachedSpec> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
`;
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { errorFrom, type Transport } from '@opgen/runtime/transport';
import { parseAllDocuments } from 'yaml';
import { hasKustomization, renderKustomization } from './kustomization.ts';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

/** Manifests as paths of files, paths of folders or objects. */
export type Manifests = string | object | readonly (string | object)[];

const timeout = 30_000;

/**
 * Applies manifests, CustomResourceDefinitions first, and waits until their kinds are served. Returns the applied
 * objects.
 */
export async function installManifests(transport: Transport, manifests: Manifests): Promise<Manifest[]> {
  const all = await manifestsFrom(manifests, { rendered: true });
  const definitions = all.filter(isDefinition);
  for (const manifest of definitions) await applyManifest(transport, manifest);
  for (const manifest of definitions) await untilServed(transport, manifest);
  for (const manifest of all.filter((each) => !isDefinition(each))) await applyManifest(transport, manifest);
  return all;
}

/** `rendered` reads a folder with a kustomization as `kubectl apply -k` does, and not file by file. */
export async function manifestsFrom(
  manifests: Manifests,
  { rendered = false }: { rendered?: boolean } = {},
): Promise<Manifest[]> {
  const all: Manifest[] = [];
  for (const each of Array.isArray(manifests) ? manifests : [manifests]) {
    all.push(...(typeof each === 'string' ? await readManifests(each, rendered) : [each as Manifest]));
  }
  return all;
}

export function isDefinition(manifest: Manifest): manifest is CustomResourceDefinition {
  return manifest.kind === 'CustomResourceDefinition';
}

async function readManifests(path: string, rendered: boolean): Promise<Manifest[]> {
  if ((await stat(path)).isDirectory()) {
    if (rendered && (await hasKustomization(path))) return (await renderKustomization(path)) as Manifest[];
    const names = (await readdir(path)).filter((name) => /\.(ya?ml|json)$/.test(name)).toSorted();
    return (await Promise.all(names.map((name) => readManifests(join(path, name), rendered)))).flat();
  }
  const documents = parseAllDocuments(await readFile(path, 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );
  return documents.filter(Boolean);
}

export async function applyManifest(transport: Transport, manifest: Manifest): Promise<void> {
  const { apiVersion, kind, metadata } = manifest;
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { resources } = await json<{ resources: { name: string; kind: string; namespaced: boolean }[] }>(
    transport,
    'GET',
    root,
  );
  const resource = resources.find((each) => each.kind === kind && !each.name.includes('/'));
  if (!resource) throw new Error(`the API server does not serve ${kind} in ${apiVersion}`);
  const scope = resource.namespaced ? `/namespaces/${metadata.namespace ?? 'default'}` : '';
  const path = `${root}${scope}/${resource.name}/${metadata.name}?fieldManager=opgen-testing&force=true`;
  await json(transport, 'PATCH', path, JSON.stringify(manifest));
}

async function untilServed(
  transport: Transport,
  { spec, metadata }: CustomResourceDefinition,
): Promise<void> {
  const deadline = Date.now() + timeout;
  for (const version of spec.versions.filter(({ served }) => served)) {
    const path = `/apis/${spec.group}/${version.name}/${spec.names.plural}?limit=1`;
    for (;;) {
      const response = await transport.request({ method: 'GET', path });
      await response.text();
      // A kind whose conversion webhook does not run yet answers with an error, which shows that it is served.
      if (response.status === 200 || response.status === 500) break;
      if (Date.now() > deadline) throw new Error(`${metadata.name} is not served after ${timeout / 1000} s`);
      await delay(25);
    }
  }
}

async function json<T>(transport: Transport, method: string, path: string, body?: string): Promise<T> {
  const headers = body === undefined ? {} : { 'content-type': 'application/apply-patch+yaml' };
  const response = await transport.request({ method, path, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (response.status >= 300) throw errorFrom(response.status, text, { method, path });
  return JSON.parse(text) as T;
}

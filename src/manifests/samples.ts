import { join } from 'node:path';
import { parse } from 'yaml';
import type { Disk } from '../disk/disk.ts';
import { type PlacedDocument, placedDocuments } from './placed-documents.ts';

const folder = 'config/samples';

/** The documents of all YAML files in `config/samples`, without patches of the kustomization. */
export function readSamples(root: string, disk: Disk): PlacedDocument[] {
  const names = (disk.list(join(root, folder)) ?? [])
    .filter(({ isFolder, name }) => !isFolder && /\.ya?ml$/.test(name) && !name.startsWith('kustomization.'))
    .map(({ name }) => name);
  if (names.length === 0) return [];
  const patches = patchesIn(root, disk);
  return names
    .filter((name) => !patches.has(name))
    .flatMap((name) =>
      disk.parsed(join(root, folder, name), (text) => placedDocuments(text, `${folder}/${name}`)),
    );
}

/** A patch has only the fields that it changes. */
function patchesIn(root: string, disk: Disk): Set<unknown> {
  let kustomization: unknown;
  try {
    kustomization = parse(disk.text(join(root, folder, 'kustomization.yaml')));
  } catch {
    return new Set();
  }
  const { patches, patchesStrategicMerge } = (kustomization ?? {}) as Record<string, unknown>;
  const paths = listed(patches).map((patch) => (patch as { path?: unknown } | null)?.path);
  return new Set([...paths, ...listed(patchesStrategicMerge)]);
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

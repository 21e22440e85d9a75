import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const fileNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** The fields that only list files. kubectl renders kustomizations with others. */
const listing = new Set(['apiVersion', 'kind', 'resources']);

/** Whether a folder has a kustomization. */
export async function hasKustomization(folder: string): Promise<boolean> {
  return (await fileOf(folder)) !== undefined;
}

/**
 * The objects that `kubectl apply -k` applies. Follows `resources` itself, so that tests of folders such as `config/crd` need
 * no kubectl.
 */
export async function renderKustomization(folder: string): Promise<unknown[]> {
  const file = (await fileOf(folder)) ?? '';
  const kustomization = (parse(await readFile(join(folder, file), 'utf8')) ?? {}) as Record<string, unknown>;
  const { kind = 'Kustomization', resources } = kustomization;
  const paths = Array.isArray(resources) ? resources.map(String) : [];
  const isListing =
    kind === 'Kustomization' &&
    Object.keys(kustomization).every((field) => listing.has(field)) &&
    paths.every((path) => !path.includes(':'));
  if (!isListing) return documentsIn(await kubectlKustomize(folder));
  const found: unknown[] = [];
  for (const path of paths) {
    const resource = join(folder, path);
    if ((await stat(resource)).isDirectory()) found.push(...(await renderKustomization(resource)));
    else found.push(...documentsIn(await readFile(resource, 'utf8')));
  }
  return found;
}

async function fileOf(folder: string): Promise<string | undefined> {
  const names = await readdir(folder);
  return fileNames.find((name) => names.includes(name));
}

function documentsIn(text: string): unknown[] {
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter(Boolean);
}

function kubectlKustomize(folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('kubectl', ['kustomize', folder], { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const reason =
        error.code === 'ENOENT'
          ? 'install kubectl, which is not in the PATH'
          : stderr.trim() || error.message;
      reject(new Error(`cannot render the kustomization in ${folder}: ${reason}`, { cause: error }));
    });
  });
}

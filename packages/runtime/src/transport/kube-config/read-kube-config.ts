import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KubeConfig, kubeConfigOf, mergeKubeConfigs } from './kube-config.ts';

/**
 * Parses a kubeconfig in YAML or JSON. Relative paths are resolved against the directory of `file`; default: the
 * working directory.
 */
export async function parseKubeConfig(
  text: string,
  file = join(process.cwd(), 'kubeconfig'),
): Promise<KubeConfig> {
  return kubeConfigOf(await parse(text, file), file);
}

/** Reads and merges kubeconfig files. Skips files that do not exist; at least one must. */
export async function readKubeConfigs(files: readonly string[]): Promise<KubeConfig> {
  const present = files.filter((file) => existsSync(file));
  if (present.length === 0) throw new Error(`kubeconfig not found: ${files.join(', ')}`);
  const configs = present.map(async (file) => parseKubeConfig(await readFile(file, 'utf8'), file));
  return mergeKubeConfigs(await Promise.all(configs));
}

async function parse(text: string, file: string): Promise<unknown> {
  try {
    if (text.trimStart().startsWith('{')) return JSON.parse(text);
    // Loaded on demand: in a cluster there is no kubeconfig to parse.
    // Bundlers that split the code give CommonJS a default export only, as Node does at least.
    const { default: yaml } = await import('yaml');
    return yaml.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not a kubeconfig: ${(cause as Error).message}`, { cause });
  }
}

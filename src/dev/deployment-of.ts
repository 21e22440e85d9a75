import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Deployment } from './project-manifests.ts';

const file = 'config/default/kustomization.yaml';

/** The names that `config/default` deploys with. */
export function deploymentOf(root: string, project: string): Deployment {
  const path = join(root, file);
  const kustomization = existsSync(path)
    ? (parse(readFileSync(path, 'utf8')) as Partial<Deployment> | null)
    : {};
  return {
    namePrefix: kustomization?.namePrefix ?? `${project}-`,
    namespace: kustomization?.namespace ?? `${project}-system`,
  };
}

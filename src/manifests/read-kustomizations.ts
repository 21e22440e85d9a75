import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Kustomization {
  namespace?: unknown;
  resources?: unknown;
}

/** Tells whether kustomize puts a role of another namespace into that of the operator: `namespace:` knows no exceptions. */
export function rolesMovedByKustomize(root: string): (file: string) => boolean {
  const whole = read(root, 'config/default/kustomization.yaml');
  const { resources } = read(root, 'config/rbac/kustomization.yaml');
  if (whole.namespace === undefined || !Array.isArray(resources)) return () => false;
  return (file) => resources.includes(file);
}

/** What is no YAML is kustomize's to tell. */
function read(root: string, path: string): Kustomization {
  if (!existsSync(join(root, path))) return {};
  try {
    return (parse(readFileSync(join(root, path), 'utf8')) as Kustomization | null) ?? {};
  } catch {
    return {};
  }
}

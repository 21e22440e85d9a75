import { join } from 'node:path';
import { parse } from 'yaml';
import type { Disk } from '../disk/disk.ts';

interface Kustomization {
  namespace?: unknown;
  resources?: unknown;
}

/** Returns whether kustomize moves the Roles in a file to the operator's namespace: `namespace:` has no exceptions. */
export function rolesMovedByKustomize(root: string, disk: Disk): (file: string) => boolean {
  const whole = read(disk, join(root, 'config/default/kustomization.yaml'));
  const { resources } = read(disk, join(root, 'config/rbac/kustomization.yaml'));
  if (whole.namespace === undefined || !Array.isArray(resources)) return () => false;
  return (file) => resources.includes(file);
}

/** Ignores missing files and invalid YAML, which kustomize reports itself. */
function read(disk: Disk, path: string): Kustomization {
  try {
    return (parse(disk.text(path)) as Kustomization | null) ?? {};
  } catch {
    return {};
  }
}

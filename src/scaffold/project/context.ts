import type { PackageManagerWords } from './package-managers.ts';

/** The values that the templates of `opgen init` can read. */
export interface ProjectContext {
  project: {
    name: string;
    domain: string;
    packageName: string;
    /** An SPDX identifier, or UNLICENSED. */
    license: string;
    owner: string;
    year: number;
    /** Whether the manager watches only its own namespace. */
    namespaced: boolean;
    /** Whether opgen's packages are in `vendor/`. */
    vendored: boolean;
    printWidth: number;
    /** The versions that opgen is tested with, because `opgen create` depends on them. */
    dependencies: Record<DependencyName, string>;
  };
  packageManager: PackageManagerWords;
}

export type DependencyName =
  | 'runtime'
  | 'rules'
  | 'testing'
  | 'opgen'
  | 'nodeTypes'
  | 'esbuild'
  | 'oxlint'
  | 'prettier'
  | 'typescript'
  | 'vitest';

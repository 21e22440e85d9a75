import type { PackageManagerWords } from './package-managers.ts';

/** The only values that the templates of `opgen init` may read. */
export interface ProjectContext {
  project: {
    name: string;
    domain: string;
    packageName: string;
    /** An SPDX identifier, or UNLICENSED. */
    license: string;
    owner: string;
    year: number;
    /** The manager watches its own namespace only. */
    namespaced: boolean;
    /** opgen's packages are in `vendor/`. */
    vendored: boolean;
    printWidth: number;
    /** `opgen create` needs them to be right, so they are opgen's own. */
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

import type { PackageManager } from '../../project/project-file.ts';
import type { LicenseName } from '../files/license-header.ts';
import type { PackageSource } from './dependencies.ts';

/** The options that determine the project-wide files. */
export interface ProjectOptions {
  domain: string;
  projectName: string;
  packageName: string;
  license: LicenseName;
  owner: string;
  year: number;
  /** The header of source files, if it is not the default header of the license. */
  header?: string | undefined;
  /** Whether the manager watches only its own namespace. */
  namespaced: boolean;
  packageManager: PackageManager;
  packageSource: PackageSource;
}

/** The options that `opgen edit` can change. */
export type ProjectChoices = {
  [name in 'license' | 'owner' | 'header' | 'namespaced' | 'packageManager']?:
    ProjectOptions[name] | undefined;
};

import type { PackageManager } from '../../project/project-file.ts';
import type { LicenseName } from '../files/license-header.ts';
import type { PackageSource } from './dependencies.ts';

/** What the files of a project as a whole depend on. */
export interface ProjectOptions {
  domain: string;
  projectName: string;
  packageName: string;
  license: LicenseName;
  owner: string;
  year: number;
  /** How every source file begins, when it is not as the licence has it. */
  header?: string | undefined;
  /** The manager watches its own namespace only. */
  namespaced: boolean;
  packageManager: PackageManager;
  packageSource: PackageSource;
}

/** What `opgen edit` may change of a project. */
export type ProjectChoices = {
  [name in 'license' | 'owner' | 'header' | 'namespaced' | 'packageManager']?:
    ProjectOptions[name] | undefined;
};

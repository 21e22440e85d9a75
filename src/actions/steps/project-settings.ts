/** Settings of the whole project, chosen by `init` and changed by `edit`. */
export interface ProjectSettingOptions {
  license?: 'apache2' | 'mit' | 'none' | 'copyright' | undefined;
  licenseFile?: string | undefined;
  owner?: string | undefined;
  namespaced?: boolean | undefined;
  packageManager?: 'npm' | 'pnpm' | 'yarn' | undefined;
  install: boolean;
}

/** A copyright notice needs its owner. */
export const ownerValue = {
  owner: { flag: '--owner', question: 'Owner of the copyright', example: '"Example Inc"' },
};

import type { PackageManager } from '../../project/project-file.ts';

/** The commands and file names of a package manager, for project files and for opgen's output. */
export interface PackageManagerWords {
  name: PackageManager;
  /** `name@version`, for machines without the package manager; empty for npm, which comes with Node.js. */
  pinned: string;
  /** The value for package.json; empty if the package manager would query the registry at every start. */
  pinnedInManifest: string;
  /** Installs the pinned version on a machine that has only npm; empty if there is nothing to do. */
  setup: string;
  install: string;
  /** Adds a dependency. */
  add: string;
  /** Installs exactly the versions in the lock file. */
  cleanInstall: string;
  /** Runs a script of package.json. */
  run: string;
  test: string;
  /** Runs the command of an installed package. */
  exec: string;
  lockFile: string;
  /** The settings file that an install depends on; empty if there is none. */
  settingsFile: string;
  /** A file that every install writes. */
  stamp: string;
  /** The download cache of the user root. */
  cache: string;
  isNpm: boolean;
  isYarn: boolean;
}

const pnpm = 'pnpm@12.21.0';
const yarn = 'yarn@4.18.1';

const words: Readonly<Record<PackageManager, Omit<PackageManagerWords, 'name' | 'isNpm' | 'isYarn'>>> = {
  npm: {
    pinned: '',
    pinnedInManifest: '',
    setup: '',
    install: 'npm install',
    add: 'npm install',
    cleanInstall: 'npm ci',
    run: 'npm run',
    test: 'npm test',
    exec: 'npx',
    lockFile: 'package-lock.json',
    settingsFile: '',
    stamp: 'node_modules/.package-lock.json',
    cache: '/root/.npm',
  },
  pnpm: {
    pinned: pnpm,
    pinnedInManifest: '',
    setup: `npm install --global ${pnpm}`,
    install: 'pnpm install',
    add: 'pnpm add',
    cleanInstall: 'pnpm install --frozen-lockfile',
    run: 'pnpm run',
    test: 'pnpm test',
    exec: 'pnpm exec',
    lockFile: 'pnpm-lock.yaml',
    settingsFile: 'pnpm-workspace.yaml',
    stamp: 'node_modules/.modules.yaml',
    cache: '/root/.local/share/pnpm/store',
  },
  yarn: {
    pinned: yarn,
    // An older yarn reads this field and reports that it is too old.
    pinnedInManifest: yarn,
    // Node.js images contain an older yarn, which this command replaces.
    setup: `npm install --global --force ${yarn.replace('yarn', '@yarnpkg/cli-dist')}`,
    install: 'yarn install',
    add: 'yarn add',
    cleanInstall: 'yarn install --immutable',
    run: 'yarn run',
    test: 'yarn test',
    exec: 'yarn',
    lockFile: 'yarn.lock',
    settingsFile: '.yarnrc.yml',
    stamp: 'node_modules/.yarn-state.yml',
    cache: '/root/.yarn/berry/cache',
  },
};

export function packageManagerWords(name: PackageManager): PackageManagerWords {
  return { name, ...words[name], isNpm: name === 'npm', isYarn: name === 'yarn' };
}

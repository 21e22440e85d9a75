import type { PackageManager } from '../../project/project-file.ts';

/** How a package manager is spoken to, in the files of a project and in what opgen says. */
export interface PackageManagerWords {
  name: PackageManager;
  /** `name@version`, where a machine has none yet; empty for npm, which comes with Node. */
  pinned: string;
  /** The same for package.json, where the package manager does not look it up in the registry at every start. */
  pinnedInManifest: string;
  /** Puts the pinned version on a machine that has only npm; empty if there is nothing to do. */
  setup: string;
  install: string;
  /** Adds a dependency. */
  add: string;
  /** Installs exactly what the lock file says. */
  cleanInstall: string;
  /** Runs a script of package.json. */
  run: string;
  test: string;
  /** Runs the command of an installed package. */
  exec: string;
  lockFile: string;
  /** Its own settings, without which it installs something else; empty if there are none. */
  settingsFile: string;
  /** Written by every install. */
  stamp: string;
  /** Where the user root keeps what was downloaded. */
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
    // Older ones read it, and say that they are too old.
    pinnedInManifest: yarn,
    // Images of Node have an older yarn, which is replaced.
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

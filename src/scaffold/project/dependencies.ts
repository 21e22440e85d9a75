import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DependencyName } from './context.ts';
import type { WantedFile } from '../files/file-plan.ts';
import { ownManifest, packageRoot } from '../package-root.ts';
import { packFolder } from './tarball.ts';

/** Where projects install opgen's packages from. `vendor` until they are published to the registry. */
export const packageSource: PackageSource = 'vendor';
export type PackageSource = 'vendor' | 'registry';

const ownPackages = {
  runtime: '@opgen/runtime',
  rules: '@opgen/rules',
  testing: '@opgen/testing',
  opgen: 'opgen',
} as const;

/** The versions that opgen itself is tested with. */
export function dependencyVersions(source: PackageSource = packageSource): Record<DependencyName, string> {
  const { version, devDependencies } = ownManifest();
  const of = (name: string): string => {
    const range = devDependencies[name];
    if (range === undefined) throw new Error(`package.json of opgen has no version of ${name}`);
    return range;
  };
  const own = (name: keyof typeof ownPackages): string =>
    source === 'registry' ? `^${version}` : `file:${vendoredPath(ownPackages[name], version)}`;
  return {
    runtime: own('runtime'),
    rules: own('rules'),
    testing: own('testing'),
    opgen: own('opgen'),
    nodeTypes: of('@types/node'),
    esbuild: of('esbuild'),
    oxlint: of('oxlint'),
    prettier: of('prettier'),
    typescript: of('typescript'),
    vitest: of('vitest'),
  };
}

/** The tarballs in a project's `vendor/`: those in opgen's own package, and opgen itself, which is packed here. */
export function vendoredPackages(): WantedFile[] {
  const { version, files } = ownManifest();
  const root = packageRoot();
  const carried = [ownPackages.rules, ownPackages.runtime, ownPackages.testing].map((name) =>
    vendoredPath(name, version),
  );
  const missing = carried.find((path) => !existsSync(join(root, path)));
  if (missing !== undefined)
    throw new Error(`this build of opgen has no ${missing}; create it with npm pack`);
  const itself = packFolder(root, ['package.json', 'README.md', 'LICENSE', ...files]);
  return [
    ...carried.map((path): WantedFile => ({ path, content: readFileSync(join(root, path)), mode: 'owned' })),
    { path: vendoredPath(ownPackages.opgen, version), content: itself, mode: 'owned' },
  ];
}

/** Uses the tarball name that `npm pack` would use. */
export function vendoredPath(name: string, version: string): string {
  return `vendor/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

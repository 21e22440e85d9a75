import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, ok, problem } from './finding.ts';

const packages = ['opgen', '@opgen/runtime', '@opgen/testing'];

/** The version of Node that runs this command, and the installed packages of opgen. */
export function checkMachine(root: string, version: string): Finding[] {
  return [checkNode(root), checkPackages(root, version)];
}

function checkNode(root: string): Finding {
  const { engines = {} } = manifestAt(root) ?? {};
  const [, major = '0', minor = '0'] = /^>=\s*(\d+)(?:\.(\d+))?/.exec(engines['node'] ?? '') ?? [];
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  const isOld = ownMajor < Number(major) || (ownMajor === Number(major) && ownMinor < Number(minor));
  if (!isOld) return ok('node', `Node ${process.version}`);
  const message = `Node ${process.version} is older than package.json requires: ${engines['node']}`;
  return problem('node', message, `install Node ${major}.${minor} or a later version`);
}

function checkPackages(root: string, version: string): Finding {
  const installed = packages.map((name) => ({
    name,
    version: manifestAt(join(root, 'node_modules', name))?.version,
  }));
  const missing = installed.filter((each) => each.version === undefined).map(({ name }) => name);
  if (missing.length > 0)
    return problem(
      'packages',
      `${missing.join(', ')} not installed`,
      'install the packages of the project: npm install',
    );
  const others = installed.filter((each) => each.version !== version);
  if (others.length === 0) return ok('packages', `opgen ${version} and its packages`);
  const names = others.map((each) => `${each.name} ${each.version}`).join(', ');
  return problem(
    'packages',
    `this is opgen ${version}, but the project has ${names}`,
    'use the same version of all packages of opgen in package.json, and run npx opgen in the project',
  );
}

interface PackageManifest {
  version?: string;
  engines?: Record<string, string>;
}

function manifestAt(folder: string): PackageManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  } catch {
    return undefined;
  }
}

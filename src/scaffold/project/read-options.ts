import { type ProjectFile } from '../../project/project-file.ts';
import { readIfThere, textIfThere } from '../files/file-plan.ts';
import { headerFile, licenseHeader, type LicenseName, licenses } from '../files/license-header.ts';
import type { ProjectOptions } from './options.ts';

/** Reconstructs the options of a project from its files. */
export function readOptions(root: string, project: ProjectFile, currentYear: number): ProjectOptions {
  const manifest = readManifest(root);
  const header = textIfThere(root, headerFile) ?? '';
  const [, year, owner = ''] =
    /^\/\/ Copyright (\d+) (.+)$/m.exec(header) ??
    /^Copyright \(c\) (\d+)(?: (.+))?$/m.exec(readIfThere(root, 'LICENSE') ?? '') ??
    [];
  const options = {
    domain: project.domain,
    projectName: project.projectName,
    packageName: manifest.name ?? project.projectName,
    license: licenseOf(manifest.license, header),
    owner,
    year: year === undefined ? currentYear : Number(year),
    namespaced: project.namespaced,
    packageManager: project.packageManager,
    packageSource:
      manifest.dependencies?.['@opgen/runtime']?.startsWith('file:') === true ? 'vendor' : 'registry',
  } as const;
  return header === licenseHeader(options.license, options.owner, options.year)
    ? options
    : { ...options, header };
}

interface Manifest {
  name?: string;
  license?: string;
  dependencies?: Record<string, string>;
}

function readManifest(root: string): Manifest {
  try {
    return JSON.parse(readIfThere(root, 'package.json') ?? '{}') as Manifest;
  } catch {
    // planEdit reports package.json as a changed file.
    return {};
  }
}

function licenseOf(identifier: string | undefined, header: string): LicenseName {
  if (identifier === licenses.apache2) return 'apache2';
  if (identifier === licenses.mit) return 'mit';
  return /^\/\/ Copyright \d+ .+\n$/.test(header) ? 'copyright' : 'none';
}

import { rm } from 'node:fs/promises';
import { UserError } from '../diagnostics.ts';
import { binariesUnavailable } from '../envtest/diagnostics.ts';
import {
  binariesFolder,
  containsApiServer,
  type InstalledBinaries,
  installedBinaries,
  installRelease,
} from '../envtest/installed-binaries.ts';
import { ownPlatform } from '../envtest/platform.ts';
import { officialIndex, releasesFor } from '../envtest/release-index.ts';
import { compareVersions, isWanted, newest } from '../envtest/version.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';

export interface EnvtestOptions {
  installedOnly?: boolean;
  index?: string;
}

export interface EnvtestUseOptions extends EnvtestOptions {
  print: 'overview' | 'path' | 'env';
}

/** Finds the binaries of a real API server, downloads them if necessary, and prints where they are. */
export async function envtestUse(
  context: ActionContext,
  wanted: string | undefined,
  options: EnvtestUseOptions,
): Promise<ActionResult> {
  const { version, path } = await binariesFor(context, wanted, options);
  const { os, arch } = ownPlatform();
  const data = { version, os, arch, path };
  if (options.print === 'path') return { text: path, data };
  if (options.print === 'env')
    return { text: `export KUBEBUILDER_ASSETS='${path.replaceAll("'", `'\\''`)}'`, data };
  return { text: `Version: ${version}\nOS/Arch: ${os}/${arch}\nPath: ${path}`, data };
}

async function binariesFor(
  { env, progress }: ActionContext,
  wanted: string | undefined,
  { installedOnly = false, index = officialIndex }: EnvtestOptions,
): Promise<InstalledBinaries> {
  const assets = env['KUBEBUILDER_ASSETS'] ?? '';
  if (wanted === undefined && assets !== '' && (await containsApiServer(assets)))
    return { version: 'of KUBEBUILDER_ASSETS', path: assets };
  const platform = ownPlatform();
  const folder = binariesFolder(env);
  const version = wanted ?? 'latest';
  const isMatch = (each: { version: string }): boolean => isWanted(version, each.version);
  const installed = newest((await installedBinaries(folder, platform)).filter(isMatch));
  if (installed !== undefined) return installed;
  const what = `${version} for ${platform.os}/${platform.arch}`;
  if (installedOnly) {
    const hint = 'run it without --installed-only to download it; `opgen envtest list` shows the versions';
    throw new UserError(binariesUnavailable({ message: `Kubernetes ${what} is not installed`, hint }));
  }
  const release = newest((await releasesFor(platform, index)).filter(isMatch));
  if (release === undefined) {
    const hint = '`opgen envtest list` shows the versions';
    throw new UserError(binariesUnavailable({ message: `the index has no Kubernetes ${what}`, hint }));
  }
  return progress.step(`download Kubernetes ${release.version}`, () =>
    installRelease(release, folder, platform),
  );
}

/** Lists the versions that are installed, and those of the index. */
export async function envtestList(
  { env }: ActionContext,
  { installedOnly = false, index = officialIndex }: EnvtestOptions,
): Promise<ActionResult> {
  const platform = ownPlatform();
  const installed = await installedBinaries(binariesFolder(env), platform);
  const available = installedOnly ? [] : await releasesFor(platform, index);
  const versions = [...new Set([...installed, ...available].map(({ version }) => version))]
    .toSorted((one, other) => compareVersions(other, one))
    .map((version) => ({ version, installed: installed.some((each) => each.version === version) }));
  const lines = versions.map(
    (each) =>
      `${each.installed ? 'installed' : 'available'}  ${each.version}  ${platform.os}/${platform.arch}`,
  );
  return { text: lines.join('\n'), data: { ...platform, versions } };
}

/** Deletes the installed binaries of a version, or of all. */
export async function envtestCleanup(
  { env }: ActionContext,
  wanted: string | undefined,
): Promise<ActionResult> {
  const installed = await installedBinaries(binariesFolder(env), ownPlatform());
  const deleted = installed.filter(({ version }) => wanted === undefined || isWanted(wanted, version));
  for (const { path } of deleted) await rm(path, { recursive: true, force: true });
  const text = deleted.map(({ path }) => `deleted ${path}`).join('\n');
  return {
    text: text === '' ? 'nothing to delete' : text,
    data: { deleted: deleted.map(({ path }) => path) },
  };
}

import { parse } from 'yaml';
import { UserError } from '../diagnostics.ts';
import { binariesUnavailable } from './diagnostics.ts';
import type { Platform } from './platform.ts';
import type { Version } from './version.ts';

/** The index that setup-envtest uses. */
export const officialIndex =
  'https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml';

/** An archive with kube-apiserver, etcd and kubectl. */
export interface Release {
  readonly version: Version;
  readonly url: string;
  readonly sha512: string;
}

const timeout = 30_000;

/** The releases for a platform. */
export async function releasesFor(platform: Platform, index: string): Promise<Release[]> {
  const content = parse(Buffer.from(await download(index)).toString()) as {
    releases?: Record<string, Record<string, { hash: string; selfLink: string }>>;
  } | null;
  const suffix = `-${platform.os}-${platform.arch}.tar.gz`;
  return Object.entries(content?.releases ?? {}).flatMap(([tag, archives]) => {
    const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
    const archive = Object.entries(archives).find(([name]) => name.endsWith(suffix))?.[1];
    if (version === undefined || archive === undefined) return [];
    return [{ version, url: archive.selfLink, sha512: archive.hash }];
  });
}

/** The content of a URL. */
export async function download(url: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(url.endsWith('.gz') ? 20 * timeout : timeout),
    });
    if (response.ok) return await response.arrayBuffer();
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    const hint = 'connect to the network, pass --index with the URL of a mirror, or set KUBEBUILDER_ASSETS';
    throw new UserError(binariesUnavailable({ message: `cannot download ${url}: ${reason}`, hint }));
  }
}

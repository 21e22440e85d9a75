import { X509Certificate, createPrivateKey } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { withSignals } from '../abort.ts';
import { pause } from '../clock.ts';
import type { CertificateProvider, ServingCertificate } from './certificate-provider.ts';

/** Polling interval, for changes that the file system does not report. */
const pollInterval = 10_000;
/** Wait after a change, so that files written one after the other are read together. */
const quiet = 100;

/**
 * Reads the serving certificate from `tls.crt` and `tls.key` in a directory, and the CA bundle from `ca.crt` if it
 * exists: for instance from a mounted cert-manager Secret. Reloads them when they change. Keeps the previous
 * certificate while the files cannot be read or do not match.
 */
export function certificateFiles(directory: string): CertificateProvider {
  return {
    async provide({ use, signal, clock, log }) {
      let current: ServingCertificate | undefined;
      let lastProblem: string | undefined;
      while (!signal.aborted) {
        const changed = watchFolder(directory);
        try {
          const found = await readCertificate(directory);
          if (found.certificate !== current?.certificate || found.ca !== current.ca) {
            if (current !== undefined) log.info('reloaded the certificate', { directory });
            use(found);
          }
          [current, lastProblem] = [found, undefined];
        } catch (error) {
          const { message } = error as Error;
          if (message !== lastProblem)
            log.warn('failed to load the certificate files; keeping the previous certificate', {
              directory,
              error,
            });
          lastProblem = message;
        }
        await withSignals([signal, changed.signal], (next) => pause(clock, pollInterval, next.signal));
        changed.close();
        if (changed.signal.aborted) await pause(clock, quiet, signal);
      }
    },
  };
}

/**
 * Reads all files from one snapshot: kubelet updates a mounted Secret atomically by switching the symlink `..data`.
 */
async function readCertificate(directory: string): Promise<ServingCertificate> {
  const folder = await realpath(join(directory, '..data')).catch(() => directory);
  const [certificate, key, ca] = await Promise.all([
    readFile(join(folder, 'tls.crt'), 'utf8'),
    readFile(join(folder, 'tls.key'), 'utf8'),
    readFile(join(folder, 'ca.crt'), 'utf8').catch(() => undefined),
  ]);
  if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) {
    throw new Error('tls.key does not match tls.crt');
  }
  return { certificate, key, ca };
}

/** The signal is aborted at the first change; never if the directory cannot be watched. */
function watchFolder(directory: string): { signal: AbortSignal; close: () => void } {
  const change = new AbortController();
  try {
    const watcher = watch(directory, () => change.abort());
    watcher.on('error', () => change.abort());
    return { signal: change.signal, close: () => watcher.close() };
  } catch {
    return { signal: change.signal, close: () => undefined };
  }
}

import { X509Certificate, createPrivateKey } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { withSignals } from '../abort.ts';
import { pause } from '../clock.ts';
import type { CertificateProvider, ServingCertificate } from './certificate-provider.ts';

/** A change that the file system did not report is found this late. */
const pollInterval = 10_000;
/** Files that are written one after the other are read together. */
const quiet = 100;

/**
 * The certificate in `tls.crt` and `tls.key` of a folder, and the authorities in `ca.crt` if it is there: where
 * cert-manager's Secret is mounted, for instance. A new one is taken as soon as it is whole; until then, and
 * while the files cannot be read, the one before stays.
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

/** The files of one moment: a mounted Secret changes all of them at once, by turning the link `..data`. */
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

/** Aborts its signal at the first change; never, where the folder cannot be watched. */
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

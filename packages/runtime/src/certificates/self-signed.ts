import { pause } from '../clock.ts';
import type { CertificateProvider } from './certificate-provider.ts';
import { type CertificateState, renewed, caBundle } from './certificate-state.ts';
import { localNames } from './subject-alt-name.ts';

/** Also how late a machine that slept, or whose clock was put right, finds out. */
const checkInterval = 6 * 3_600_000;

/**
 * Certificates for this machine from an authority of this process, both in memory. For development and tests:
 * nobody trusts them who was not told to, by `manager.webhookEndpoint` for instance.
 */
export function selfSignedCertificates(): CertificateProvider {
  return {
    async provide({ use, signal, clock }) {
      let state: CertificateState | undefined;
      while (!signal.aborted) {
        const next = renewed(state, { now: clock.now(), name: 'opgen self-signed', names: localNames });
        if (next !== state) use({ ...next.server, ca: caBundle(next) });
        state = next;
        await pause(clock, checkInterval, signal);
      }
    },
  };
}

import { pause } from '../clock.ts';
import type { CertificateProvider } from './certificate-provider.ts';
import { type CertificateState, renewed, caBundle } from './certificate-state.ts';
import { localNames } from './subject-alt-name.ts';

/**
 * Also the longest time until an expired certificate is renewed after the machine slept or its clock was corrected.
 */
const checkInterval = 6 * 3_600_000;

/**
 * Serves certificates for this machine, signed by a CA of this process. Both stay in memory. For development and
 * tests: clients must be configured to trust the CA, for instance with `manager.webhookEndpoint`.
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

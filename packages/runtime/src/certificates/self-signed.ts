import { pause } from '../clock.ts';
import { issueServerCertificate, newAuthority } from './authority.ts';
import type { CertificateProvider } from './certificate-provider.ts';
import { localNames } from './local-names.ts';

const hour = 3_600_000;
const day = 24 * hour;
const leafLifetime = 90 * day;
const authorityLifetime = 3650 * day;

/**
 * Certificates for this machine from an authority of this process, both in memory. For development and tests:
 * nobody trusts them who was not told to, `manager.webhookEndpoint` for instance.
 */
export function selfSignedCertificates(): CertificateProvider {
  return {
    async provide({ use, signal, clock }) {
      let authority = newAuthority('opgen self-signed CA', {
        now: new Date(clock.now()),
        lifetime: authorityLifetime,
      });
      let authorityEnds = clock.now() + authorityLifetime;
      while (!signal.aborted) {
        const now = clock.now();
        if (authorityEnds < now + leafLifetime) {
          authority = newAuthority('opgen self-signed CA', {
            now: new Date(now),
            lifetime: authorityLifetime,
          });
          authorityEnds = now + authorityLifetime;
        }
        const options = { commonName: 'opgen self-signed', names: localNames };
        const leaf = issueServerCertificate(authority, {
          ...options,
          now: new Date(now),
          lifetime: leafLifetime,
        });
        use({ ...leaf, ca: authority.certificate });
        const renewAt = now + (leafLifetime * 2) / 3;
        // By the hour: a machine that slept, or whose clock was put right, finds out.
        while (!signal.aborted && clock.now() < renewAt && clock.now() >= now - hour) {
          await pause(clock, hour, signal);
        }
      }
    },
  };
}

import { issueServerCertificate, newAuthority } from '@opgen/runtime/certificates';

/** All PEM. */
export interface ServerCertificate {
  /** The authority to trust. Its key is discarded after it has signed this certificate. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

const year = 365 * 24 * 3_600_000;

/** Creates a serving certificate for this machine, signed by a new authority. Valid for a year. */
export function localServerCertificate(now = new Date()): ServerCertificate {
  const validity = { now, lifetime: year };
  const authority = newAuthority('opgen embedded CA', validity);
  const names = ['localhost', '127.0.0.1', '::1'];
  const server = issueServerCertificate(authority, {
    commonName: 'opgen embedded API server',
    names,
    ...validity,
  });
  return { ca: authority.certificate, ...server };
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { issueServerCertificate, type KeyPair, newAuthority } from './authority.ts';

/** The state that all replicas of an operator share. */
export interface CertificateState {
  /** The CA that signs the serving certificate. */
  readonly authority: KeyPair;
  /** The next CA. Clients already trust it, so that the switch breaks no connection. */
  readonly successor: KeyPair | undefined;
  /** Certificates of previous CAs: other replicas may still serve certificates that these signed. */
  readonly former: readonly string[];
  readonly server: KeyPair;
}

export interface CertificateRequirements {
  now: number;
  /** Prefix of the common names in the certificates. */
  name: string;
  /** DNS names and IP addresses of the server. */
  names: readonly string[];
}

const day = 24 * 3_600_000;
export const authorityLifetime = 730 * day;
export const serverLifetime = 90 * day;
/** How long clients trust a successor before it signs. */
export const overlap = day;

/** Returns the same state if nothing needs to be renewed, otherwise a renewed one. */
export function renewed(
  state: CertificateState | undefined,
  expected: CertificateRequirements,
): CertificateState {
  const { now } = expected;
  if (state === undefined || !isUsableAuthority(state.authority, now)) return newState(expected);
  return withServer(withoutExpired(withSuccession(state, expected), now), expected);
}

/** The CAs that clients must trust, PEM. */
export function caBundle({ authority, successor, former }: CertificateState): string {
  return [authority.certificate, ...(successor ? [successor.certificate] : []), ...former].join('');
}

function newState(expected: CertificateRequirements): CertificateState {
  const authority = authorityFor(expected);
  return { authority, successor: undefined, former: [], server: serverFor(authority, expected) };
}

/** Publishes a successor first; it takes over a day later, when all clients trust it. */
function withSuccession(state: CertificateState, expected: CertificateRequirements): CertificateState {
  const { now } = expected;
  const { authority, former } = state;
  const successor =
    state.successor !== undefined && isUsableAuthority(state.successor, now) ? state.successor : undefined;
  if (successor === undefined) {
    if (!isDue(authority, now, authorityLifetime)) {
      return state.successor === undefined ? state : { ...state, successor: undefined };
    }
    return { ...state, successor: authorityFor(expected) };
  }
  if (now < validity(successor).from + overlap) return state;
  return { ...state, authority: successor, successor: undefined, former: [authority.certificate, ...former] };
}

function withoutExpired(state: CertificateState, now: number): CertificateState {
  const former = state.former.filter((certificate) => now < (parsed(certificate)?.to ?? 0));
  return former.length === state.former.length ? state : { ...state, former };
}

function withServer(state: CertificateState, expected: CertificateRequirements): CertificateState {
  const { authority, server } = state;
  const { now, names } = expected;
  const certificate = read(server);
  const isCurrent =
    certificate !== undefined &&
    isSignedBy(certificate, authority) &&
    isValid(server, now) &&
    !isDue(server, now, serverLifetime) &&
    hasNames(certificate, names);
  return isCurrent ? state : { ...state, server: serverFor(authority, expected) };
}

function authorityFor({ name, now }: CertificateRequirements): KeyPair {
  // The timestamp makes the names of the CAs in a bundle distinct.
  return newAuthority(`${name.slice(0, 32)} CA ${new Date(now).toISOString()}`, {
    now: new Date(now),
    lifetime: authorityLifetime,
  });
}

function serverFor(authority: KeyPair, { name, names, now }: CertificateRequirements): KeyPair {
  return issueServerCertificate(authority, {
    commonName: name,
    names,
    now: new Date(now),
    lifetime: serverLifetime,
  });
}

function isUsableAuthority(authority: KeyPair, now: number): boolean {
  const certificate = read(authority);
  // `issueServerCertificate` supports only CAs whose subject is a single common name.
  return certificate?.ca === true && /^CN=.*$/.test(certificate.subject) && isValid(authority, now);
}

/** Undefined if the certificate cannot be parsed or does not match the key. */
function read({ certificate, key }: KeyPair): X509Certificate | undefined {
  try {
    const read = new X509Certificate(certificate);
    return read.checkPrivateKey(createPrivateKey(key)) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isSignedBy(certificate: X509Certificate, authority: KeyPair): boolean {
  const issuer = new X509Certificate(authority.certificate);
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function hasNames(certificate: X509Certificate, names: readonly string[]): boolean {
  return names.every(
    (name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined,
  );
}

function isValid(pair: KeyPair, now: number): boolean {
  const { from, to } = validity(pair);
  return from <= now && now < to;
}

/** Renewal is due when less than a third of the lifetime is left. */
function isDue(pair: KeyPair, now: number, lifetime: number): boolean {
  return validity(pair).to - now < lifetime / 3;
}

function validity({ certificate }: KeyPair): { from: number; to: number } {
  return parsed(certificate) ?? { from: 0, to: 0 };
}

function parsed(certificate: string): { from: number; to: number } | undefined {
  try {
    const { validFrom, validTo } = new X509Certificate(certificate);
    return { from: Date.parse(validFrom), to: Date.parse(validTo) };
  } catch {
    return undefined;
  }
}

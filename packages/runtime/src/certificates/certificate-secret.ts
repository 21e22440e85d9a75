import { type CertificateState, caBundle } from './certificate-state.ts';

/** The `data` of a Secret. Keys that `toSecretData` does not set belong to others. */
type SecretData = Record<string, string>;

/**
 * Encodes the state for the Secret. The first certificate in `ca.crt` is the CA that signs; `next-ca` replaces it
 * later.
 */
export function toSecretData(state: CertificateState): SecretData {
  const { authority, successor, server } = state;
  const texts = {
    'ca.crt': caBundle(state),
    'ca.key': authority.key,
    'next-ca.crt': successor?.certificate ?? '',
    'next-ca.key': successor?.key ?? '',
    'tls.crt': server.certificate,
    'tls.key': server.key,
  };
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  );
}

/** Undefined if `ca.crt` contains no certificate. Does not validate the state. */
export function fromSecretData(data: SecretData = {}): CertificateState | undefined {
  const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString('utf8');
  const [authority, ...others] = certificatesIn(text('ca.crt'));
  if (authority === undefined) return undefined;
  const [next] = certificatesIn(text('next-ca.crt'));
  return {
    authority: { certificate: authority, key: text('ca.key') },
    successor: next === undefined ? undefined : { certificate: next, key: text('next-ca.key') },
    former: others.filter((certificate) => certificate !== next),
    server: { certificate: text('tls.crt'), key: text('tls.key') },
  };
}

function certificatesIn(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => `${block}\n`);
}

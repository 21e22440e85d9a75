import { type CertificateState, caBundle } from './certificate-state.ts';

/** Of a Secret's data, what is in none of these keys belongs to others. */
type SecretData = Record<string, string>;

/** How the state is kept in a Secret: its first authority signs, `next-ca` is going to. */
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

/** Undefined when there is no authority in it; whether it is any good is not asked here. */
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

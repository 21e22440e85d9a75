import { X509Certificate } from 'node:crypto';
import type { AnyObject } from '../deployment/kubernetes-objects.ts';
import { type Finding, ok, problem } from './finding.ts';
import type { LiveObjects } from './live-objects.ts';

interface Configuration extends AnyObject {
  readonly webhooks?: readonly {
    readonly name: string;
    readonly clientConfig: { readonly caBundle?: string };
  }[];
}

export interface CertificateSecret {
  readonly data?: Readonly<Record<string, string>>;
}

const check = 'webhooks';
const restart = 'see the log of the operator, which renews the certificate and the CA bundles while it runs';

/** The webhooks in the cluster: the certificate that the operator serves, and whether the API server trusts it. */
export function checkWebhooks(
  objects: readonly AnyObject[],
  live: LiveObjects,
  { now, secret, secretName }: { now: Date; secret: CertificateSecret | undefined; secretName: string },
): Finding[] {
  const wanted = objects.filter(({ kind }) => kind.endsWith('WebhookConfiguration')) as Configuration[];
  if (wanted.length === 0) return [];
  const certificate = certificatesIn(secret?.data?.['tls.crt'])[0];
  if (certificate === undefined)
    return [
      problem(
        check,
        `Secret ${secretName} has no certificate`,
        'start the operator, which creates it, or see cert-manager',
      ),
    ];
  if (new Date(certificate.validTo) <= now)
    return [
      problem(check, `the certificate in Secret ${secretName} expired on ${certificate.validTo}`, restart),
    ];
  return wanted.map((configuration) => {
    const { kind, metadata } = configuration;
    const found = live.find(configuration);
    if (found === undefined)
      return problem(check, `${kind} ${metadata.name} is not in the cluster`, 'run make deploy');
    const distrusting = (found.webhooks ?? []).find(({ clientConfig }) =>
      certificatesIn(clientConfig.caBundle).every((authority) => !isIssuer(authority, certificate, now)),
    );
    if (distrusting === undefined)
      return ok(
        check,
        `${kind} ${metadata.name}, with a certificate that is valid until ${certificate.validTo}`,
      );
    const reason =
      (distrusting.clientConfig.caBundle ?? '') === ''
        ? 'has no CA bundle'
        : `has a CA bundle that does not match the certificate in Secret ${secretName}`;
    return problem(check, `webhook ${distrusting.name} ${reason}, so the API server cannot call it`, restart);
  });
}

function isIssuer(authority: X509Certificate, certificate: X509Certificate, now: Date): boolean {
  return certificate.verify(authority.publicKey) && new Date(authority.validTo) > now;
}

/** The certificates in base64 of PEM. */
function certificatesIn(encoded = ''): X509Certificate[] {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

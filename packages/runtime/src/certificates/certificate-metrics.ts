import { X509Certificate } from 'node:crypto';
import type { Metrics } from '../metrics/metrics.ts';
import type { Certificates } from './certificates.ts';

/** Shows when the certificate in use ends, for an alert when nobody renews it. */
export function measureCertificates(metrics: Metrics, certificates: Certificates): void {
  const end = metrics.gauge({
    name: 'opgen_certificate_expiration_timestamp_seconds',
    help: 'Expiration time of the serving certificate, in seconds since the Unix epoch.',
  });
  metrics.onScrape(() => {
    const { current } = certificates;
    // Without one there is no line: a 0 would be a certificate that ended long ago.
    end.reset();
    if (current !== undefined) end.set(Date.parse(new X509Certificate(current.certificate).validTo) / 1000);
  });
}

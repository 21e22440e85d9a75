import { X509Certificate } from 'node:crypto';
import type { Metrics } from '../metrics/metrics.ts';
import type { Certificates } from './certificates.ts';

/** Exports the expiration time of the serving certificate, to alert on when renewal fails. */
export function measureCertificates(metrics: Metrics, certificates: Certificates): void {
  const end = metrics.gauge({
    name: 'opgen_certificate_expiration_timestamp_seconds',
    help: 'Expiration time of the serving certificate, in seconds since the Unix epoch.',
  });
  metrics.onScrape(() => {
    const { current } = certificates;
    // Without a certificate there is no series: a 0 would look like a certificate that expired in 1970.
    end.reset();
    if (current !== undefined) end.set(Date.parse(new X509Certificate(current.certificate).validTo) / 1000);
  });
}

import { expect, test } from 'vitest';
import { measureCertificates } from '../../src/certificates/certificate-metrics.ts';
import { Certificates } from '../../src/certificates/certificates.ts';
import { serverLifetime } from '../../src/certificates/certificate-state.ts';
import { selfSignedCertificates } from '../../src/certificates/self-signed.ts';
import type { Client } from '../../src/client/client.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

test('reports the expiry time once a certificate exists', async () => {
  const [clock, metrics] = [new FakeClock(), new Metrics()];
  const certificates = new Certificates(selfSignedCertificates(), {
    client: {} as Client,
    clock,
    random: () => 0.5,
    log: new RecordingLogger(),
    webhooks: () => ({ defaulting: false, validation: false, conversions: [] }),
  });
  measureCertificates(metrics, certificates);
  const shown = (): string | undefined => /^opgen_certificate_\S+ (\S+)$/m.exec(metrics.text())?.[1];
  await certificates.start((error) => expect.unreachable(String(error)));
  expect(shown()).toBeUndefined();
  certificates.follow(() => {});
  expect(Number(shown())).toBe((clock.now() + serverLifetime) / 1000);
  await certificates.stop();
  expect(clock.pending).toBe(0);
});

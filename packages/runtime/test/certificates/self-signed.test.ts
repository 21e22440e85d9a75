import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { selfSignedCertificates } from '../../src/certificates/self-signed.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { provide } from './context.ts';

const day = 24 * 3_600_000;

test('issues a certificate immediately and renews it in time from the same CA', async () => {
  const clock = new FakeClock();
  const { used, stop } = provide(selfSignedCertificates(), { clock });
  expect(used).toHaveLength(1);
  await clock.advance(59 * day);
  expect(used).toHaveLength(1);
  await clock.advance(3 * day);
  expect(used).toHaveLength(2);
  expect(used[1]?.ca).toBe(used[0]?.ca);
  expect(used[1]?.certificate).not.toBe(used[0]?.certificate);
  expect(Date.parse(new X509Certificate(used[1]?.certificate ?? '').validTo)).toBeGreaterThan(
    clock.now() + 80 * day,
  );
  await stop();
  expect(clock.pending).toBe(0);
});

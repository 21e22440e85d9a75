import { onTestFinished } from 'vitest';
import type {
  CertificateContext,
  CertificateProvider,
  ServedWebhooks,
  ServingCertificate,
} from '../../src/certificates/certificate-provider.ts';
import type { Client } from '../../src/client/client.ts';
import type { Clock } from '../../src/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

export interface Provided {
  /** Every certificate that was used, in order. */
  readonly used: ServingCertificate[];
  readonly log: RecordingLogger;
  stop(): Promise<void>;
}

export interface ProvideOptions {
  clock?: Clock;
  client?: Client;
  webhooks?: ServedWebhooks;
}

/** Runs a provider until the test ends. */
export function provide(provider: CertificateProvider, options: ProvideOptions = {}): Provided {
  const { clock = new FakeClock(), webhooks = { defaulting: false, validation: false, conversions: [] } } =
    options;
  // Only the provider that keeps certificates in the cluster uses the client.
  const client = options.client ?? ({} as Client);
  const used: ServingCertificate[] = [];
  const log = new RecordingLogger();
  const end = new AbortController();
  const context: CertificateContext = {
    signal: end.signal,
    use: (certificate) => used.push(certificate),
    client,
    webhooks: () => webhooks,
    clock,
    random: () => 0.5,
    log,
  };
  const provided = provider.provide(context);
  const stop = async (): Promise<void> => {
    end.abort();
    await provided;
  };
  onTestFinished(stop);
  return { used, log, stop };
}

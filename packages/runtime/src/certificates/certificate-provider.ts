import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind } from '../objects/kind.ts';

/** A serving certificate. All fields are PEM. */
export interface ServingCertificate {
  /** The certificate, followed by its intermediate certificates. */
  readonly certificate: string;
  readonly key: string;
  /** The CA bundle for clients; undefined if the provider does not know it. */
  readonly ca: string | undefined;
}

/** The webhooks that the API server calls. It must trust their certificate. */
export interface ServedWebhooks {
  readonly defaulting: boolean;
  readonly validation: boolean;
  /** The storage version of each kind with conversions. */
  readonly conversions: readonly Kind[];
}

/** What the manager passes to a provider. */
export interface CertificateContext {
  /** Aborted when the manager stops. */
  readonly signal: AbortSignal;
  /** Replaces the certificate in use, without a restart. */
  readonly use: (certificate: ServingCertificate) => void;
  /** A client without a cache. */
  readonly client: Client;
  readonly webhooks: () => ServedWebhooks;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** Provides the certificates of a manager's webhook and metrics servers. */
export interface CertificateProvider {
  /**
   * Calls `use` with the first certificate and with each later one. Resolves after the signal is aborted. Rejects if
   * there will never be a certificate; the manager then stops.
   */
  provide(context: CertificateContext): Promise<void>;
}

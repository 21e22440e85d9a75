import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind } from '../objects/kind.ts';

/** What a server shows its clients. All PEM. */
export interface ServingCertificate {
  /** The certificate, and those between it and its authority. */
  readonly certificate: string;
  readonly key: string;
  /** The authorities that clients have to trust; undefined when only they know. */
  readonly ca: string | undefined;
}

/** What the API server asks of the manager, and has to trust its certificate for. */
export interface ServedWebhooks {
  readonly defaulting: boolean;
  readonly validation: boolean;
  /** The stored version of every kind that is converted. */
  readonly conversions: readonly Kind[];
}

/** What the manager gives to a provider. */
export interface CertificateContext {
  /** Aborted when the manager stops. */
  readonly signal: AbortSignal;
  /** Takes a certificate into use, in place of the one before, without a restart. */
  readonly use: (certificate: ServingCertificate) => void;
  /** Reads and writes at the server itself. */
  readonly client: Client;
  readonly webhooks: () => ServedWebhooks;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** Where the certificates of a manager's servers come from: of its webhooks and of its metrics. */
export interface CertificateProvider {
  /**
   * Calls `use` once there is a certificate, and again for every later one. Resolves after the signal aborted;
   * rejects when there never will be one, which ends the manager.
   */
  provide(context: CertificateContext): Promise<void>;
}

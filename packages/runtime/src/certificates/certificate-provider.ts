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

/** What the manager gives to a provider. */
export interface CertificateContext {
  /** Aborted when the manager stops. */
  readonly signal: AbortSignal;
  /** Takes a certificate into use, in place of the one before, without a restart. */
  readonly use: (certificate: ServingCertificate) => void;
  /** Reads and writes at the server itself. */
  readonly client: Client;
  /** The kinds that are converted: the API server has to trust the certificate for them too. */
  readonly conversions: () => readonly Kind[];
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

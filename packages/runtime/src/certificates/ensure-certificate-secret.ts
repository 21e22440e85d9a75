import type { Client } from '../client/client.ts';
import { AlreadyExistsError, ConflictError, NotFoundError } from '../client/errors.ts';
import { Secret } from '../kinds/core/v1.ts';
import type { Logger } from '../logging/logger.ts';
import { fromSecretData, toSecretData } from './certificate-secret.ts';
import { type CertificateState, type CertificateRequirements, renewed } from './certificate-state.ts';

export interface EnsureCertificateSecretOptions {
  client: Client;
  log: Logger;
  /** Name and namespace of the Secret. */
  key: { name: string; namespace: string };
  expected: CertificateRequirements;
}

/** Limits the retries after conflicts. Replicas that race each other do not conflict this often. */
const attempts = 10;

/**
 * Returns the state in the Secret, after creating or renewing it if necessary. If replicas race, the first write
 * wins.
 */
export async function ensureCertificateSecret({
  client,
  log,
  key,
  expected,
}: EnsureCertificateSecretOptions): Promise<CertificateState> {
  for (let attempt = 1; ; attempt += 1) {
    const secret = await client.find(Secret, key);
    const found = fromSecretData(secret?.data);
    const state = renewed(found, expected);
    if (state === found) return state;
    const data = { ...secret?.data, ...toSecretData(state) };
    try {
      if (secret === undefined) {
        await client.create(Secret, { metadata: key, type: 'kubernetes.io/tls', data });
      } else {
        await client.update(Secret, { ...secret, data });
      }
      log.info('issued new certificates', { secret: key.name });
      return state;
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
    }
  }
}

/** Another replica wrote first, or the Secret was deleted. */
function isRace(error: unknown): boolean {
  return (
    error instanceof AlreadyExistsError || error instanceof ConflictError || error instanceof NotFoundError
  );
}

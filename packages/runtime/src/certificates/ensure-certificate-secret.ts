import type { Client } from '../client/client.ts';
import { AlreadyExistsError, ConflictError, NotFoundError } from '../client/errors.ts';
import { Secret } from '../kinds/core/v1.ts';
import type { Logger } from '../logging/logger.ts';
import { fromSecretData, toSecretData } from './certificate-secret.ts';
import { type CertificateState, type CertificateRequirements, renewed } from './certificate-state.ts';

export interface EnsureCertificateSecretOptions {
  client: Client;
  log: Logger;
  /** Where the Secret is. */
  key: { name: string; namespace: string };
  expected: CertificateRequirements;
}

/** Who is beaten to it this often has met a server that always says so. */
const attempts = 10;

/** What the Secret says once all is well with it; whoever writes first decides for all. */
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

/** Another replica was faster, or somebody deleted the Secret. */
function isRace(error: unknown): boolean {
  return (
    error instanceof AlreadyExistsError || error instanceof ConflictError || error instanceof NotFoundError
  );
}

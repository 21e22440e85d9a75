import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isObject } from '@opgen/rules/json';
import { localServerCertificate, type ServerCertificate } from '../api-server/http/certificates.ts';
import { StateError } from './state-error.ts';

/** What clients know of a server: a kubeconfig works as long as these stay the same. */
export interface Credentials {
  readonly certificate: ServerCertificate;
  /** The bearer token of the administrator. */
  readonly token: string;
  /** When the certificate was created, in milliseconds. */
  readonly created: number;
  /** The port that the server had last. */
  readonly port?: number;
}

/** Certificates are valid for a year; this leaves half of it for the kubeconfig. */
const renewedAfter = 183 * 24 * 3_600_000;

export function newCredentials(): Credentials {
  return {
    certificate: localServerCertificate(),
    token: randomBytes(32).toString('base64url'),
    created: Date.now(),
  };
}

/** Reads the credentials of a state folder; undefined if there are none or they are too old. */
export function readCredentials(path: string): Credentials | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const credentials = parsed(text);
  if (credentials === undefined) throw new StateError('corrupt', `${path} is corrupt`);
  return Date.now() - credentials.created > renewedAfter ? undefined : credentials;
}

/** Replaces the file as a whole. Only its owner can read it. */
export function writeCredentials(path: string, credentials: Credentials): void {
  writeFileSync(`${path}.unfinished`, JSON.stringify(credentials), { mode: 0o600 });
  renameSync(`${path}.unfinished`, path);
}

function parsed(text: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isWhole = isObject(value) && isObject(value['certificate']) && typeof value['token'] === 'string';
    return isWhole ? (value as unknown as Credentials) : undefined;
  } catch {
    return undefined;
  }
}

import { goQuote } from '@opgen/rules/go-text';
import type { JsonObject } from '@opgen/rules/json';
import { badRequest, type Status, StatusError } from '../status-errors.ts';

/** A webhook could not be asked; whether the write fails with it is for its failure policy to say. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
}

/** The refusal of a write that a webhook has denied: its own status, with its name in the message. */
export function denied(webhook: string, status: JsonObject = {}): StatusError {
  const { code, message, reason } = status;
  const by = `admission webhook ${goQuote(webhook)} denied the request`;
  const words = [message, reason].find((text) => typeof text === 'string' && text !== '');
  const refusal = {
    kind: 'Status',
    apiVersion: 'v1',
    ...status,
    metadata: status['metadata'] ?? {},
    status: status['status'] === undefined || status['status'] === 'Success' ? 'Failure' : status['status'],
    message: words === undefined ? `${by} without explanation` : `${by}: ${String(words)}`,
    code: typeof code === 'number' && code >= 400 ? code : 400,
  };
  return new StatusError(refusal as unknown as Status);
}

/** A rehearsal must not do anything, and of this webhook nobody knows that it does not. */
export function dryRunUnsupported(webhook: string): StatusError {
  return new StatusError(badRequest(`admission webhook ${goQuote(webhook)} does not support dry run`));
}

import { goQuote } from '@opgen/rules/go-text';
import type { JsonObject } from '@opgen/rules/json';
import { badRequest, type Status, StatusError } from '../status-errors.ts';

/** A webhook call failed; the failurePolicy decides whether the write fails too. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
}

/** The error for a write that a webhook denied: the webhook's status, with its name in the message. */
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

/** A dry run must have no side effects, and this webhook may have some. */
export function dryRunUnsupported(webhook: string): StatusError {
  return new StatusError(badRequest(`admission webhook ${goQuote(webhook)} does not support dry run`));
}

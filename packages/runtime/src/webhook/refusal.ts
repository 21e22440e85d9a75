import { messageOf } from '../failures.ts';
import type { Status, StatusCause } from '../objects/status.ts';
import type { AdmissionContext } from './admission-context.ts';
import type { AdmissionObject } from './admission-review.ts';
import { Denied } from './denied.ts';

/**
 * The status for the client when a webhook throws: the reasons of a `Denied`, otherwise an internal error, which is
 * also logged.
 */
export function refusal<T extends AdmissionObject>(error: unknown, context: AdmissionContext<T>): Status {
  if (error instanceof Denied) {
    context.log.debug('denied', { reason: error.message });
    return denial(error, context);
  }
  context.log.error('webhook failed; the request is denied', { error });
  const message = `the webhook failed: ${messageOf(error)}`;
  return { status: 'Failure', code: 500, reason: 'InternalError', message };
}

function denial<T extends AdmissionObject>(
  { message, code, reason, causes, details }: Denied,
  { request: { kind, name = '' } }: AdmissionContext<T>,
): Status {
  const status: Status = { status: 'Failure', code, reason };
  if (causes.length === 0) return { ...status, message, ...(details && { details }) };
  // Clients other than kubectl show only the message.
  const fields = causes.map((cause) => `${cause.field}: ${cause.message}`).join(', ');
  return {
    ...status,
    message: message === '' ? fields : `${message}: ${fields}`,
    details: {
      ...(name !== '' && { name }),
      group: kind.group,
      kind: kind.kind,
      ...details,
      causes: causes.map((cause): StatusCause => ({
        reason: cause.reason ?? 'FieldValueInvalid',
        field: cause.field,
        message: cause.message,
      })),
    },
  };
}

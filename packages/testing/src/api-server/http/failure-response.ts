import { ConnectionError } from '@opgen/runtime';
import { internalError, StatusError } from '../status-errors.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';

/**
 * The response for an error. Any error other than a Status is a bug in this server, except for a ConnectionError: a handler
 * that passes requests on has lost its connection, so it is thrown again and the client loses its own.
 */
export function failureResponse(error: unknown): ServerResponse {
  if (error instanceof ConnectionError) throw error;
  const status = error instanceof StatusError ? error.status : internalError(String(error));
  return jsonResponse(status.code, status);
}

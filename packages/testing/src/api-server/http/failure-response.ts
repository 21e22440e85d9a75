import { internalError, StatusError } from '../status-errors.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';

/** The response for an error. Any error other than a Status is a bug in this server. */
export function failureResponse(error: unknown): ServerResponse {
  const status = error instanceof StatusError ? error.status : internalError(String(error));
  return jsonResponse(status.code, status);
}

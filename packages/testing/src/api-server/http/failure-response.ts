import { internalError, StatusError } from '../status-errors.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';

/** What a client is told when a request could not be handled; anything but a status is a defect of ours. */
export function failureResponse(error: unknown): ServerResponse {
  const status = error instanceof StatusError ? error.status : internalError(String(error));
  return jsonResponse(status.code, status);
}

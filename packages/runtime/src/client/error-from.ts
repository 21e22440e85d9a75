import type { Status } from '../objects/status.ts';
import {
  AlreadyExistsError,
  ApiError,
  type ApiErrorDetails,
  BadRequestError,
  ConflictError,
  ExpiredError,
  type FailedRequest,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  ServerError,
  TooLargeError,
  TooManyRequestsError,
  UnauthorizedError,
  UnsupportedError,
} from './errors.ts';

type ErrorClass = new (details: ApiErrorDetails) => ApiError;

const byReason: Record<string, ErrorClass> = {
  AlreadyExists: AlreadyExistsError,
  Conflict: ConflictError,
  Expired: ExpiredError,
  Forbidden: ForbiddenError,
  Gone: ExpiredError,
  Invalid: InvalidError,
  NotFound: NotFoundError,
  TooManyRequests: TooManyRequestsError,
  Unauthorized: UnauthorizedError,
};

/** For answers without a reason, such as those of a proxy in between. */
const byCode: Record<number, ErrorClass> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  405: UnsupportedError,
  406: UnsupportedError,
  410: ExpiredError,
  413: TooLargeError,
  415: UnsupportedError,
  422: InvalidError,
  429: TooManyRequestsError,
};

/**
 * The typed error for an answer that is not a success. `body` is the text received, or a Status object; `retryAfter` the
 * header of that name.
 */
export function errorFrom(
  code: number,
  body: string | Status,
  request: FailedRequest,
  retryAfter?: number,
): ApiError {
  const status = withWait(typeof body === 'string' ? statusFrom(code, body) : body, retryAfter);
  const reason = status.reason ?? '';
  const message = status.message ?? `the server answered ${code}`;
  const ErrorOfKind = byReason[reason] ?? byCode[code] ?? (code >= 500 ? ServerError : ApiError);
  return new ErrorOfKind({
    message: `${request.method} ${request.path}: ${message}`,
    code,
    reason,
    status,
    request,
  });
}

/** Whoever turns a request away before the API server has looked at it says so in the header alone. */
function withWait(status: Status, seconds = 0): Status {
  if (seconds === 0 || status.details?.retryAfterSeconds !== undefined) return status;
  return { ...status, details: { ...status.details, retryAfterSeconds: seconds } };
}

function statusFrom(code: number, body: string): Status {
  try {
    const parsed = JSON.parse(body) as Status | null;
    // What took longer than its minute is answered with a Status that does not say that it is one.
    if (parsed?.kind === 'Status' || parsed?.status === 'Failure') return { ...parsed, kind: 'Status' };
  } catch {
    // Not from the API server itself: keep what was said, as far as it can be read.
  }
  const text = body.trim().slice(0, 500);
  return {
    kind: 'Status',
    status: 'Failure',
    code,
    message: text === '' ? `the server answered ${code}` : text,
  };
}

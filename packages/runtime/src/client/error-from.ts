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

type ErrorConstructor = new (details: ApiErrorDetails) => ApiError;

const byReason: Record<string, ErrorConstructor> = {
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

/** For responses without a reason, such as those of a proxy. */
const byCode: Record<number, ErrorConstructor> = {
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
 * The typed error for an unsuccessful response. `body` is the response text or a Status object, `retryAfter` the
 * Retry-After header.
 */
export function errorFrom(
  code: number,
  body: string | Status,
  request: FailedRequest,
  retryAfter?: number,
): ApiError {
  const status = withRetryAfter(typeof body === 'string' ? statusFrom(code, body) : body, retryAfter);
  const reason = status.reason ?? '';
  const message = status.message ?? `the server responded with status ${code}`;
  const ErrorClass = byReason[reason] ?? byCode[code] ?? (code >= 500 ? ServerError : ApiError);
  return new ErrorClass({
    message: `${request.method} ${request.path}: ${message}`,
    code,
    reason,
    status,
    request,
  });
}

/** A proxy or priority-and-fairness may reject a request with only the Retry-After header. */
function withRetryAfter(status: Status, seconds = 0): Status {
  if (seconds === 0 || status.details?.retryAfterSeconds !== undefined) return status;
  return { ...status, details: { ...status.details, retryAfterSeconds: seconds } };
}

function statusFrom(code: number, body: string): Status {
  try {
    const parsed = JSON.parse(body) as Status | null;
    // Request timeouts are answered with a Status that lacks apiVersion and kind.
    if (parsed?.kind === 'Status' || parsed?.status === 'Failure') return { ...parsed, kind: 'Status' };
  } catch {
    // Not from the API server itself: keep the text if it is readable.
  }
  const text = body.trim().slice(0, 500);
  return {
    kind: 'Status',
    status: 'Failure',
    code,
    message: text === '' ? `the server responded with status ${code}` : text,
  };
}

import type { Status, StatusCause } from '../objects/status.ts';
import { missingPermission } from './forbidden.ts';

/** The request that an error answers. */
export interface FailedRequest {
  method: string;
  path: string;
}

/** What an `ApiError` is made of. */
export interface ApiErrorDetails {
  message: string;
  code: number;
  reason: string;
  status: Status;
  request: FailedRequest;
}

/** The API server refused a request. Its subclasses name the reasons that callers tell apart. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  readonly code: number;
  /** The machine-readable reason: `NotFound`, `AlreadyExists`, … */
  readonly reason: string;
  /** The whole answer. */
  readonly status: Status;
  readonly request: FailedRequest;

  constructor({ message, code, reason, status, request }: ApiErrorDetails) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.status = status;
    this.request = request;
  }

  /** What exactly it refuses: of an invalid object, the fields; of an apply, who owns the fields. */
  get causes(): readonly StatusCause[] {
    return this.status.details?.causes ?? [];
  }

  /** How long the server asks to wait before the next try, in seconds. */
  get retryAfterSeconds(): number | undefined {
    return this.status.details?.retryAfterSeconds;
  }
}

/** 400: the request does not make sense to the server. */
export class BadRequestError extends ApiError {
  override readonly name: string = 'BadRequestError';
}

/** 401: the server does not know who asks. */
export class UnauthorizedError extends ApiError {
  override readonly name: string = 'UnauthorizedError';
}

/** 403: the user may not do this. The message names the RBAC marker that would allow it. */
export class ForbiddenError extends ApiError {
  override readonly name: string = 'ForbiddenError';
  /** The marker to add, when a permission is missing: quotas and admission rules answer 403 too. */
  readonly marker: string | undefined;

  constructor(details: ApiErrorDetails) {
    const marker = missingPermission(details.message);
    super(marker === undefined ? details : { ...details, message: advise(details.message, marker) });
    this.marker = marker;
  }
}

function advise(message: string, marker: string): string {
  return `${message}\nTo allow it, add this line above the reconciler and run \`opgen manifests\`:\n  ${marker}`;
}

/** 404: there is no such object, or no such kind. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}

/** 409: an object of that name exists. */
export class AlreadyExistsError extends ApiError {
  override readonly name: string = 'AlreadyExistsError';
}

/** 409: the object changed since it was read, a precondition failed, or another manager owns a field. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}

/** 410: the resource version or the continue token is too old. List again. */
export class ExpiredError extends ApiError {
  override readonly name: string = 'ExpiredError';
}

/** 413: the request is larger than the server takes, or than etcd can store. */
export class TooLargeError extends ApiError {
  override readonly name: string = 'TooLargeError';
}

/** 405, 406, 415: the resource does not know the verb, the form of the answer, or the kind of patch. */
export class UnsupportedError extends ApiError {
  override readonly name: string = 'UnsupportedError';
}

/** 422: the object breaks a rule of its schema; `causes` lists them. */
export class InvalidError extends ApiError {
  override readonly name: string = 'InvalidError';
}

/** 429: the server is busy, or an eviction has to wait. */
export class TooManyRequestsError extends ApiError {
  override readonly name: string = 'TooManyRequestsError';
}

/** 500, 503, 504: something in the server failed; the same request may succeed later. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
}

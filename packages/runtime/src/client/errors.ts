import type { Status, StatusCause } from '../objects/status.ts';
import type { ImpersonatedUser } from '../transport/impersonation.ts';
import { missingPermission } from './forbidden.ts';

/** The request that failed. */
export interface FailedRequest {
  method: string;
  path: string;
  /** The user whom the client impersonates. */
  impersonates?: ImpersonatedUser | undefined;
}

/** The constructor arguments of `ApiError`. */
export interface ApiErrorDetails {
  message: string;
  code: number;
  reason: string;
  status: Status;
  request: FailedRequest;
}

/** The API server rejected a request. Its subclasses stand for the reasons that callers distinguish. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  readonly code: number;
  /** The machine-readable reason: `NotFound`, `AlreadyExists`, … */
  readonly reason: string;
  /** The whole Status of the response. */
  readonly status: Status;
  readonly request: FailedRequest;

  constructor({ message, code, reason, status, request }: ApiErrorDetails) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.status = status;
    this.request = request;
  }

  /** The causes: for an invalid object, the fields; for an apply conflict, the field managers. */
  get causes(): readonly StatusCause[] {
    return this.status.details?.causes ?? [];
  }

  /** Seconds to wait before a retry, as the server requests. */
  get retryAfterSeconds(): number | undefined {
    return this.status.details?.retryAfterSeconds;
  }
}

/** 400: the request is malformed. */
export class BadRequestError extends ApiError {
  override readonly name: string = 'BadRequestError';
}

/** 401: the request is not authenticated. */
export class UnauthorizedError extends ApiError {
  override readonly name: string = 'UnauthorizedError';
}

/**
 * 403: the user lacks permission. The message contains the RBAC marker that grants it, unless the client impersonates
 * another user, to whom no marker of the operator grants anything.
 */
export class ForbiddenError extends ApiError {
  override readonly name: string = 'ForbiddenError';
  /** The RBAC marker to add if a permission is missing; undefined for other 403s, such as quotas and admission. */
  readonly marker: string | undefined;

  constructor(details: ApiErrorDetails) {
    const marker = missingPermission(details.message, details.request.impersonates);
    super(marker === undefined ? details : { ...details, message: advise(details.message, marker) });
    this.marker = marker;
  }
}

function advise(message: string, marker: string): string {
  return `${message}\nTo allow it, add this line above the reconciler and run \`opgen manifests\`:\n  ${marker}`;
}

/** 404: the object or the kind does not exist. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}

/** 409: an object of this name already exists. */
export class AlreadyExistsError extends ApiError {
  override readonly name: string = 'AlreadyExistsError';
}

/** 409: the object was modified, a precondition failed, or another field manager owns a field. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}

/** 410: the resource version or continue token has expired. Relist. */
export class ExpiredError extends ApiError {
  override readonly name: string = 'ExpiredError';
}

/** 413: the request exceeds the size limit of the server or etcd. */
export class TooLargeError extends ApiError {
  override readonly name: string = 'TooLargeError';
}

/** 405, 406, 415: the resource does not support the verb, response format or patch type. */
export class UnsupportedError extends ApiError {
  override readonly name: string = 'UnsupportedError';
}

/** 422: the object is invalid; `causes` lists the fields. */
export class InvalidError extends ApiError {
  override readonly name: string = 'InvalidError';
}

/** 429: the server is overloaded, or a disruption budget blocks an eviction. */
export class TooManyRequestsError extends ApiError {
  override readonly name: string = 'TooManyRequestsError';
}

/** 500, 503, 504: a server error; a retry may succeed. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
}

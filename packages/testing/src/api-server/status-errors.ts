import { type FieldError, fieldErrorBody, fieldErrorText } from '@opgen/rules/field-errors';
import { goQuote } from '@opgen/rules/go-text';

/** A cause in the details of a Status. */
export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** The body of every failed request. */
export interface Status {
  kind: 'Status';
  apiVersion: 'v1';
  metadata: { continue?: string };
  status: 'Failure';
  message: string;
  reason?: string;
  details?: {
    name?: string;
    group?: string;
    kind?: string;
    uid?: string;
    causes?: StatusCause[];
    retryAfterSeconds?: number;
  };
  code: number;
}

/** The server does not support what the request asks for. */
export function notImplemented(message: string): Status {
  return { ...plainError(message), code: 501, reason: 'NotImplemented' };
}

/** What the server needs to answer the request cannot be reached. */
export function serviceUnavailable(message: string): Status {
  return { ...plainError(message), code: 503, reason: 'ServiceUnavailable' };
}

/** A resource by its plural, as most errors name it. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** A failed request; the server answers it with this Status. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;

  constructor(status: Status) {
    super(status.message);
    this.status = status;
  }
}

type Details = NonNullable<Status['details']>;

function failure(code: number, reason: string, message: string, details?: Details): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

function qualified({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function detailsOf({ group, resource }: GroupResource, name: string, more: Partial<Details> = {}): Details {
  return {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    ...(resource === '' ? {} : { kind: resource }),
    ...more,
  };
}

/** 404: the object does not exist. */
export function notFound(resource: GroupResource, name: string): Status {
  return failure(
    404,
    'NotFound',
    `${qualified(resource)} ${goQuote(name)} not found`,
    detailsOf(resource, name),
  );
}

/** 404 with the generic message for a path or subresource that is not served. */
export function resourceNotFound(): Status {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** 409: an object with this name exists; `beingDeleted` means that it is terminating. */
export function alreadyExists(resource: GroupResource, name: string, beingDeleted = false): Status {
  const prefix = beingDeleted ? 'object is being deleted: ' : '';
  const message = `${prefix}${qualified(resource)} ${goQuote(name)} already exists`;
  return failure(409, 'AlreadyExists', message, detailsOf(resource, name));
}

/** 409: every name generated from a generateName was taken. */
export function generateNameConflict(resource: GroupResource, name: string, retryAfterSeconds = 1): Status {
  const message = `${qualified(resource)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`;
  return failure(409, 'AlreadyExists', message, detailsOf(resource, name, { retryAfterSeconds }));
}

/** The conflict when the object has changed since the client read it. */
const objectHasBeenModified =
  'the object has been modified; please apply your changes to the latest version and try again';

/** 409: the write conflicts with the stored object. */
export function conflict(resource: GroupResource, name: string, cause = objectHasBeenModified): Status {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} ${goQuote(name)}: ${cause}`;
  return failure(409, 'Conflict', message, detailsOf(resource, name));
}

/** 409 of a server-side apply: other managers own fields that the configuration sets. */
export function applyConflict(message: string, causes: readonly StatusCause[]): Status {
  return failure(409, 'Conflict', message, { causes: [...causes] });
}

/** 410: a resourceVersion or continue token is too old; `continueToken` continues a list inconsistently. */
export function expired(message: string, continueToken?: string): Status {
  const status = failure(410, 'Expired', message);
  return continueToken === undefined ? status : { ...status, metadata: { continue: continueToken } };
}

/** 400: the request is invalid. */
export function badRequest(message: string): Status {
  return failure(400, 'BadRequest', message);
}

/** 401: the credentials are missing or invalid. */
export function unauthorized(): Status {
  return failure(401, 'Unauthorized', 'Unauthorized');
}

/** 403: the user lacks the permission; without a resource it is about a path, without a name about all objects. */
export function forbiddenRequest(resource: GroupResource | undefined, name: string, cause: string): Status {
  if (resource === undefined || resource.resource === '')
    return failure(403, 'Forbidden', `forbidden: ${cause}`, {});
  const subject = name === '' ? qualified(resource) : `${qualified(resource)} ${goQuote(name)}`;
  return failure(403, 'Forbidden', `${subject} is forbidden: ${cause}`, detailsOf(resource, name));
}

/** 405: the path is served, but not with this method. */
export function methodNotAllowed(): Status {
  return failure(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
}

/** 406: the server supports no representation that the client accepts. */
export function notAcceptable(acceptable: readonly string[]): Status {
  const message = `only the following media types are accepted: ${acceptable.join(', ')}`;
  return failure(406, 'NotAcceptable', message);
}

/** 413: the body is too large. */
export function requestEntityTooLarge(message: string): Status {
  return failure(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`);
}

/** 415: the resource does not accept the Content-Type of the body. */
export function unsupportedMediaType(accepted: readonly string[]): Status {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failure(415, 'UnsupportedMediaType', message);
}

/** 422 with one cause for each field error. `kind` is the Kind of the object, not its plural. */
export function invalidStatus(
  kind: string,
  group: string,
  name: string,
  errors: readonly FieldError[],
): Status {
  const texts = [...new Set(errors.map(fieldErrorText))];
  const summary = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const subject = `${group === '' ? kind : `${kind}.${group}`} ${goQuote(name)} is invalid`;
  const causes = errors.map((error) => ({
    reason: error.type === 'InternalError' ? error.type : `FieldValue${error.type}`,
    message: fieldErrorBody(error),
    field: error.field,
  }));
  return failure(422, 'Invalid', errors.length === 0 ? subject : `${subject}: ${summary}`, {
    ...detailsOf({ group, resource: kind }, name),
    ...(causes.length === 0 ? {} : { causes }),
  });
}

/** 429: the client may retry, after the given number of seconds if it is known. */
export function tooManyRequests(message: string, details: Details): Status {
  return failure(429, 'TooManyRequests', message, details);
}

/** 422 of a JSON patch that was parsed but could not be applied; the server does not report which operation failed. */
export function unprocessablePatch(): Status {
  return failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

/** 500: a bug or failure of the server. */
export function internalError(cause: string): Status {
  return failure(500, 'InternalError', `Internal error occurred: ${cause}`, { causes: [{ message: cause }] });
}

/** 500 without a reason: an internal error of the server, such as a schema error in server-side apply. */
export function plainError(message: string): Status {
  return failure(500, '', message);
}

/** 504: the requested resourceVersion is in the future. */
export function resourceVersionTooLarge(requested: string, current: string): Status {
  const message = `Too large resource version: ${requested}, current: ${current}`;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return failure(504, 'Timeout', `Timeout: ${message}`, { causes, retryAfterSeconds: 1 });
}

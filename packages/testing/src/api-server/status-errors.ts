import { type FieldError, fieldErrorBody, fieldErrorText } from '@opgen/rules/field-errors';
import { goQuote } from '@opgen/rules/go-text';

/** One of the reasons behind a failure. */
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

/** Names a kind of object by its plural, as most failures do. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** A failure on its way to the client: whoever answers the request sends its status. */
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

/** 404: no such object. */
export function notFound(resource: GroupResource, name: string): Status {
  return failure(
    404,
    'NotFound',
    `${qualified(resource)} ${goQuote(name)} not found`,
    detailsOf(resource, name),
  );
}

/** 404 in the generic words for a path or a subresource that is not served. */
export function resourceNotFound(): Status {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** 409: an object of that name is there; `beingDeleted` says that it is on its way out. */
export function alreadyExists(resource: GroupResource, name: string, beingDeleted = false): Status {
  const prefix = beingDeleted ? 'object is being deleted: ' : '';
  const message = `${prefix}${qualified(resource)} ${goQuote(name)} already exists`;
  return failure(409, 'AlreadyExists', message, detailsOf(resource, name));
}

/** 409: every name tried for a generateName was taken. */
export function generateNameConflict(resource: GroupResource, name: string, retryAfterSeconds = 1): Status {
  const message = `${qualified(resource)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`;
  return failure(409, 'AlreadyExists', message, detailsOf(resource, name, { retryAfterSeconds }));
}

/** The cause of a conflict when the object has changed since the client read it. */
const objectHasBeenModified =
  'the object has been modified; please apply your changes to the latest version and try again';

/** 409: the write does not fit what is stored. */
export function conflict(resource: GroupResource, name: string, cause = objectHasBeenModified): Status {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} ${goQuote(name)}: ${cause}`;
  return failure(409, 'Conflict', message, detailsOf(resource, name));
}

/** 409 of a server-side apply: other managers own fields that the configuration sets. */
export function applyConflict(message: string, causes: readonly StatusCause[]): Status {
  return failure(409, 'Conflict', message, { causes: [...causes] });
}

/** 410: a resource version or a continue token is too old; `continueToken` lets a list go on inconsistently. */
export function expired(message: string, continueToken?: string): Status {
  const status = failure(410, 'Expired', message);
  return continueToken === undefined ? status : { ...status, metadata: { continue: continueToken } };
}

/** 400: the request makes no sense. */
export function badRequest(message: string): Status {
  return failure(400, 'BadRequest', message);
}

/** 401: nobody knows who asks. */
export function unauthorized(): Status {
  return failure(401, 'Unauthorized', 'Unauthorized');
}

/** 403: the asker may not; without a resource it is about a path, without a name about all objects. */
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

/** 406: no representation that the client accepts. */
export function notAcceptable(acceptable: readonly string[]): Status {
  const message = `only the following media types are accepted: ${acceptable.join(', ')}`;
  return failure(406, 'NotAcceptable', message);
}

/** 413: more than the server reads. */
export function requestEntityTooLarge(message: string): Status {
  return failure(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`);
}

/** 415: the body is of a type that the resource does not take. */
export function unsupportedMediaType(accepted: readonly string[]): Status {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failure(415, 'UnsupportedMediaType', message);
}

/** 422 with one cause a field error. `kind` is the Kind of the object, not its plural. */
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

/** 429: it may be asked again later, where that is known after so many seconds. */
export function tooManyRequests(message: string, details: Details): Status {
  return failure(429, 'TooManyRequests', message, details);
}

/** 422 of a JSON patch that could be read but not carried out; the server keeps to itself which operation it was. */
export function unprocessablePatch(): Status {
  return failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

/** 500: a fault of the server. */
export function internalError(cause: string): Status {
  return failure(500, 'InternalError', `Internal error occurred: ${cause}`, { causes: [{ message: cause }] });
}

/** 500 with no reason: how plain errors of the server's inner parts come out, those of server-side apply among them. */
export function plainError(message: string): Status {
  return failure(500, '', message);
}

/** 504 for a resource version that the server has not reached. */
export function resourceVersionTooLarge(asked: string, current: string): Status {
  const message = `Too large resource version: ${asked}, current: ${current}`;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return failure(504, 'Timeout', `Timeout: ${message}`, { causes, retryAfterSeconds: 1 });
}

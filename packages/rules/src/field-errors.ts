import type { Problem } from './cel/source/problem.ts';
import { goJson, goNumber, goQuote } from './go-text.ts';

/**
 * The kinds of field errors, named as in the reasons of a Status' causes without their `FieldValue` prefix,
 * which all but an internal error have.
 */
export type FieldErrorType =
  | 'Required'
  | 'Invalid'
  | 'TypeInvalid'
  | 'NotSupported'
  | 'TooLong'
  | 'TooMany'
  | 'Duplicate'
  | 'Forbidden'
  | 'NotFound'
  | 'InternalError';

/** The error of one field; `fieldErrorBody` and `fieldErrorText` format it as the API server does. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** Path such as `spec.ports[0].name`; `<nil>` for the object as a whole. */
  readonly field: string;
  /** The invalid value, if the message shows it. */
  readonly value?: unknown;
  readonly detail: string;
  /** The places in the expression, for rules that do not compile. */
  readonly problems?: readonly Problem[];
}

const words: Record<FieldErrorType, string> = {
  Required: 'Required value',
  Invalid: 'Invalid value',
  TypeInvalid: 'Invalid value',
  NotSupported: 'Unsupported value',
  TooLong: 'Too long',
  TooMany: 'Too many',
  Duplicate: 'Duplicate value',
  Forbidden: 'Forbidden',
  NotFound: 'Not found',
  InternalError: 'Internal error',
};

const typesWithoutValue: ReadonlySet<FieldErrorType> = new Set([
  'Required',
  'Forbidden',
  'TooLong',
  'InternalError',
]);

/** The path of a field of the object at a path; the path of the whole object is empty. */
export function fieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A path as the API server prints it: `<nil>` for the object itself. */
function printable(field: string): string {
  return field === '' ? '<nil>' : field;
}

/** A required value is missing. */
export function required(field: string, detail = ''): FieldError {
  return { type: 'Required', field: printable(field), detail };
}

/** A value violates the rule that the detail describes. */
export function invalid(field: string, value: unknown, detail: string): FieldError {
  return { type: 'Invalid', field: printable(field), value, detail };
}

/** A value is of another type than the schema declares. */
export function typeInvalid(field: string, value: unknown, detail: string): FieldError {
  return { type: 'TypeInvalid', field: printable(field), value, detail };
}

/** A value is not one of the supported ones. */
export function notSupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`;
  return { type: 'NotSupported', field: printable(field), value, detail };
}

/** A text is too long; the message does not repeat it. */
export function tooLong(field: string, maximum: number): FieldError {
  const unit = maximum === 1 ? 'byte' : 'bytes';
  return { type: 'TooLong', field: printable(field), detail: `may not be more than ${maximum} ${unit}` };
}

/** A list or a map has too many entries. */
export function tooMany(field: string, actual: number, maximum: number): FieldError {
  const unit = maximum === 1 ? 'item' : 'items';
  return {
    type: 'TooMany',
    field: printable(field),
    value: actual,
    detail: `must have at most ${maximum} ${unit}`,
  };
}

/** A value that must be unique occurs twice. */
export function duplicate(field: string, value: unknown): FieldError {
  return { type: 'Duplicate', field: printable(field), value, detail: '' };
}

/** The field must not be set. */
export function forbidden(field: string, detail: string): FieldError {
  return { type: 'Forbidden', field: printable(field), detail };
}

/** One `NotSupported` error if a value is set and is none of the supported ones. */
export function oneOf(value: unknown, supported: readonly string[], path: string): FieldError[] {
  if (value === undefined || supported.includes(String(value))) return [];
  return [notSupported(path, value, supported)];
}

/** A `Duplicate` error for each value that already occurred earlier in the list. */
export function duplicates(values: readonly (readonly [path: string, value: unknown])[]): FieldError[] {
  const seen = new Set<unknown>();
  return values.flatMap(([path, value]) => {
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [duplicate(path, value)] : [];
  });
}

/** The error without its field, as in the cause of a Status. */
export function fieldErrorBody(error: FieldError): string {
  const subject =
    typesWithoutValue.has(error.type) || !('value' in error)
      ? words[error.type]
      : `${words[error.type]}: ${printedValue(error.value)}`;
  return error.detail === '' ? subject : `${subject}: ${error.detail}`;
}

/** The field and its error. */
export function fieldErrorText(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

function printedValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return goNumber(value);
  return goJson(value);
}

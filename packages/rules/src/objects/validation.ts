import type { FieldError } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';

/** Errors of an object with its defaults; on an update also those of the change. */
export type Validation = (object: JsonObject, old?: JsonObject) => FieldError[];

import type { FieldError } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';

/** What is wrong with an object, defaults filled in; on an update also with what became of the old one. */
export type Validation = (object: JsonObject, old?: JsonObject) => FieldError[];

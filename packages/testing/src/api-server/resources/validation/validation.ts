import type { FieldError } from '../../schema/field-error.ts';
import type { JsonObject } from '../../schema/json.ts';

/** What is wrong with an object, defaults filled in; on an update also with what became of the old one. */
export type Validation = (object: JsonObject, old?: JsonObject) => FieldError[];

import { compact } from '../objects/json.ts';
import type { OrUndefined } from '../objects/or-undefined.ts';
import type { StatusDetails } from '../objects/status.ts';

/** A problem with one field. */
export interface FieldProblem {
  /** For instance `spec.size` or `spec.ports[0].name`. */
  field: string;
  /** The text that kubectl prints after the field's name. */
  message: string;
  /** Machine-readable. Default: `FieldValueInvalid`. */
  reason?:
    | 'FieldValueInvalid'
    | 'FieldValueRequired'
    | 'FieldValueForbidden'
    | 'FieldValueNotSupported'
    | 'FieldValueDuplicate'
    | 'FieldValueNotFound'
    | (string & {})
    | undefined;
}

/** How a denial is reported to the client. */
export interface DenyOptions {
  /** The invalid fields. kubectl lists them instead of the message. */
  causes?: readonly FieldProblem[] | undefined;
  /** The HTTP status for the client. Default: 422 if there are causes, otherwise 403. */
  code?: number | undefined;
  /** The machine-readable reason. Default: `Invalid` if there are causes, otherwise `Forbidden`. */
  reason?: string | undefined;
  /**
   * Further details of the Status, for instance `{ retryAfterSeconds: 10 }`. Default: the name, group and kind of the
   * request if there are causes, otherwise none.
   */
  details?: OrUndefined<Omit<StatusDetails, 'causes'>> | undefined;
}

/** Thrown by a webhook to deny the request with this message. */
export class Denied extends Error {
  override readonly name = 'Denied';
  readonly causes: readonly FieldProblem[];
  readonly code: number;
  readonly reason: string;
  readonly details: Omit<StatusDetails, 'causes'> | undefined;

  constructor(message: string, { causes = [], code, reason, details }: DenyOptions = {}) {
    super(message);
    this.causes = causes;
    this.details = details && compact(details);
    this.code = code ?? (causes.length > 0 ? 422 : 403);
    this.reason = reason ?? (causes.length > 0 ? 'Invalid' : 'Forbidden');
  }
}

/** Denies the request: `deny('the last pool cannot be removed')`. Always throws. */
export function deny(message: string, options?: DenyOptions): never {
  throw new Denied(message, options);
}

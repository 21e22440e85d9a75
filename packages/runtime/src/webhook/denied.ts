/** What is wrong with one field. */
export interface FieldProblem {
  /** For instance `spec.size` or `spec.ports[0].name`. */
  field: string;
  /** The whole sentence that kubectl shows after the field's name. */
  message: string;
  /** For programs. Default: `FieldValueInvalid`. */
  reason?:
    | 'FieldValueInvalid'
    | 'FieldValueRequired'
    | 'FieldValueForbidden'
    | 'FieldValueNotSupported'
    | 'FieldValueDuplicate'
    | 'FieldValueNotFound'
    | (string & {});
}

/** How a refusal is told to whoever asked. */
export interface DenyOptions {
  /** The fields that are at fault. kubectl lists them in place of the message. */
  causes?: readonly FieldProblem[];
  /** The HTTP status that the client gets. Default: 422 when fields are named, else 403. */
  code?: number;
  /** The machine-readable reason. Default: `Invalid` when fields are named, else `Forbidden`. */
  reason?: string;
}

/** Thrown by a defaulter or a validator: the request is refused with this message. */
export class Denied extends Error {
  override readonly name = 'Denied';
  readonly causes: readonly FieldProblem[];
  readonly code: number;
  readonly reason: string;

  constructor(message: string, { causes = [], code, reason }: DenyOptions = {}) {
    super(message);
    this.causes = causes;
    this.code = code ?? (causes.length > 0 ? 422 : 403);
    this.reason = reason ?? (causes.length > 0 ? 'Invalid' : 'Forbidden');
  }
}

/** Refuses the request: `deny('the last pool stays')`. Throws, so nothing after it runs. */
export function deny(message: string, options?: DenyOptions): never {
  throw new Denied(message, options);
}

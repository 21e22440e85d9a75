/** What an expression asks: whether a verb on a path or a resource is allowed. */
export interface AccessCheck {
  readonly verb: string;
  /** Instead of the user of the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  /** A non-resource path; otherwise the check is about a resource. */
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** The answer to an AccessCheck. */
export interface AccessDecision {
  readonly allowed: boolean;
  readonly reason?: string;
}

/** Decides an AccessCheck for the user of the request, or for the ServiceAccount that it names. */
export type Authorize = (check: AccessCheck) => AccessDecision;

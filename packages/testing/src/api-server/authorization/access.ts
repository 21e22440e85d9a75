/** What a request needs permission for: a verb on a resource, or on a path outside resources. */
export interface Access {
  /** `get`, `list`, … for a resource; the lower-case HTTP method for a path. */
  readonly verb: string;
  readonly group?: string | undefined;
  readonly resource?: string | undefined;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly nonResourcePath?: string | undefined;
}

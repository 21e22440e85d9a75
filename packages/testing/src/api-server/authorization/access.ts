/** What a request needs permission for: a verb on a resource, or on a path outside resources. */
export interface Access {
  /** `get`, `list`, … for a resource; the lower-case HTTP method for a path. */
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly nonResourcePath?: string;
}

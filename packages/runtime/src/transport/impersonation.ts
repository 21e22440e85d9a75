/** A user to impersonate, in the form of the API server's UserInfo: for instance that of an admission request. */
export interface ImpersonatedUser {
  /** `jane`, or `system:serviceaccount:<namespace>:<name>`. */
  readonly username?: string | undefined;
  /** Default: those that the API server adds, such as `system:authenticated` and the groups of a ServiceAccount. */
  readonly groups?: readonly string[] | undefined;
  readonly uid?: string | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

type Headers = Record<string, string | string[]>;

/** The headers with which a request acts as another user. */
export function impersonationHeaders({ username, groups, uid, extra }: ImpersonatedUser): Headers {
  const headers: Headers = {};
  if (username !== undefined) headers['impersonate-user'] = username;
  if (uid !== undefined) headers['impersonate-uid'] = uid;
  if (groups !== undefined) headers['impersonate-group'] = [...groups];
  for (const [key, values] of Object.entries(extra ?? {})) {
    headers[`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`] = [...values];
  }
  return headers;
}

/**
 * The headers of the credentials for a request. If the request itself impersonates a user, it does not get the groups
 * of the user whom the credentials impersonate.
 */
export function credentialHeaders(credentials: Headers, request: Headers = {}): Headers {
  if (request['impersonate-user'] === undefined) return credentials;
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => !isImpersonation(name)));
}

function isImpersonation(header: string): boolean {
  return header.toLowerCase().startsWith('impersonate-');
}

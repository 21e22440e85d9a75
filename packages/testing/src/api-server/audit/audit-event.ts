/**
 * A request in the audit log, as an Event of audit.k8s.io/v1 at level Metadata: who sent it, what it addressed, whether
 * it was authorized, and the response.
 */
export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: 'audit.k8s.io/v1';
  readonly level: 'Metadata';
  /** The same as the header `Audit-Id` of the response. */
  readonly auditID: string;
  /** Watches and other requests that stream have two entries: when the response starts and when it is complete. */
  readonly stage: 'ResponseStarted' | 'ResponseComplete';
  /** The path with the query. */
  readonly requestURI: string;
  /** Such as `get`, `list` or `deletecollection`; for a path that is no resource, the method in lower case. */
  readonly verb: string;
  /** The user that sent the request. */
  readonly user: AuditedUser;
  /** The user whose permissions applied, if the request impersonated one. */
  readonly impersonatedUser?: AuditedUser | undefined;
  readonly authenticationMetadata?: { readonly impersonationConstraint: string } | undefined;
  readonly sourceIPs: readonly string[];
  readonly userAgent?: string | undefined;
  readonly objectRef?: AuditedObject | undefined;
  readonly responseStatus: AuditedStatus;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  /**
   * The decision of RBAC (`authorization.k8s.io/decision` and `authorization.k8s.io/reason`), and what admission adds:
   * audit annotations of policies and webhooks, and violations of Pod Security Standards.
   */
  readonly annotations: Readonly<Record<string, string>>;
}

/** A user of a request, with all groups that the server added. */
export interface AuditedUser {
  readonly username: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The object of a request. The name of a new object is in it only if the client sent one. */
export interface AuditedObject {
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly apiGroup?: string | undefined;
  readonly apiVersion: string;
  readonly resourceVersion?: string | undefined;
  readonly subresource?: string | undefined;
}

/** The code of a response; if the response is a Status, its other fields too. */
export interface AuditedStatus {
  readonly metadata: object;
  readonly code: number;
  readonly status?: 'Success' | 'Failure' | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: object | undefined;
}

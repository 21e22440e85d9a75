import type { AdmissionContext, Logger } from '@opgen/runtime';
import type { AdmissionObject, AdmissionOperation } from '@opgen/runtime/webhook';

/** The parts of an admission request that the API server would set. */
export interface AdmissionContextOptions<T> {
  /** Default: `CREATE`. */
  operation?: AdmissionOperation | undefined;
  /** The stored object of an update or a deletion. */
  old?: T | undefined;
  user?: { username: string; groups?: string[] | undefined } | undefined;
  /** For instance `scale`. Default: the object itself. */
  subresource?: string | undefined;
  dryRun?: boolean | undefined;
}

const administrator = { username: 'kubernetes-admin', groups: ['system:authenticated'] };

/**
 * Creates the context for a test that calls a webhook directly, without an API server. It collects the
 * warnings and the audit annotations.
 */
export function admissionContext<T extends AdmissionObject>(
  object: T,
  { operation = 'CREATE', old, user, subresource, dryRun = false }: AdmissionContextOptions<T> = {},
): AdmissionContext<T> & {
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
} {
  const { apiVersion, kind, metadata = {} } = object;
  const slash = apiVersion.indexOf('/');
  const groupVersion = {
    group: apiVersion.slice(0, Math.max(slash, 0)),
    version: apiVersion.slice(slash + 1),
  };
  const { username, groups = [] } = user ?? administrator;
  const userInfo = { username, groups };
  const warnings: string[] = [];
  const auditAnnotations: Record<string, string> = {};
  return {
    log: silent,
    operation,
    user: userInfo,
    dryRun,
    old,
    subresource,
    signal: new AbortController().signal,
    request: {
      uid: 'test',
      kind: { ...groupVersion, kind },
      resource: { ...groupVersion, resource: `${kind.toLowerCase()}s` },
      ...(metadata.name !== undefined && { name: metadata.name }),
      ...(subresource !== undefined && { subResource: subresource }),
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      operation,
      userInfo,
      object: operation === 'DELETE' ? null : object,
      oldObject: old ?? null,
      dryRun,
    },
    warn: (text) => void warnings.push(text),
    audit: (key, value) => void (auditAnnotations[key] = value),
    warnings,
    auditAnnotations,
  };
}

const silent: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silent,
};

/** The finalizer of a deletion that orphans dependents. */
export const orphan = 'orphan';
/** The finalizer of a foreground deletion: the owner is deleted after its dependents. */
export const foreground = 'foregroundDeletion';

/** The finalizers without a domain prefix that Kubernetes defines. Any other finalizer should have a prefix. */
export const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', foreground, orphan]);

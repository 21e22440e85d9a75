/** The finalizers by which a deletion asks for the garbage collector. */
export const orphan = 'orphan';
export const foreground = 'foregroundDeletion';

/** Those without a domain. All others should have one. */
export const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', foreground, orphan]);

import type { Problem } from '../source/problem.ts';

/** An error of a field that violates a rule, or of a rule itself. */
export interface FieldFailure {
  readonly type: 'Invalid' | 'Required' | 'Forbidden' | 'Duplicate' | 'NotSupported' | 'InternalError';
  /** Such as spec.ports[0].name; empty for the whole object. */
  readonly field: string;
  /** The value that the message shows; absent if it shows none. */
  readonly value?: unknown;
  readonly detail: string;
  /** For an expression that does not compile: its problems, with their places in the expression. */
  readonly problems?: readonly Problem[];
}

/** Appends a name to a path. */
export function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

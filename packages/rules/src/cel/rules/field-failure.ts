import type { Problem } from '../source/problem.ts';

/** What a rule finds wrong with a field, or what is wrong with a rule itself. */
export interface FieldFailure {
  readonly type: 'Invalid' | 'Required' | 'Forbidden' | 'Duplicate' | 'NotSupported' | 'InternalError';
  /** Such as spec.ports[0].name; empty for the object as a whole. */
  readonly field: string;
  /** The value that the message shows; absent when it shows none. */
  readonly value?: unknown;
  readonly detail: string;
  /** Where in the expression, for expressions that do not compile. */
  readonly problems?: readonly Problem[];
}

/** The path of a property or of what is called like one. */
export function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

import type { DynamicObject } from '../objects/dynamic-kind.ts';
import type { Kind } from '../objects/kind.ts';

/** A kind from discovery: usable as a `Kind`, with its short names and verbs. */
export interface DiscoveredKind extends Kind<DynamicObject> {
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** For instance `status`, `scale`. */
  readonly subresources: readonly string[];
}

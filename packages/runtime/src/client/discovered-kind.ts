import type { DynamicObject } from '../objects/dynamic-kind.ts';
import type { Kind } from '../objects/kind.ts';

/** A kind as the server describes it: usable wherever a kind is, and with its other names. */
export interface DiscoveredKind extends Kind<DynamicObject> {
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** For instance `status`, `scale`. */
  readonly subresources: readonly string[];
}

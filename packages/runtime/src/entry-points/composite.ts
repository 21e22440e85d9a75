// Composites: reconcile children from a pure function that returns their desired state.
export { child, type Child, type ChildFields } from '../composite/child.ts';
export type {
  CompositeOptions,
  Desired,
  DesiredContext,
  Finalized,
  OwnedKinds,
} from '../composite/composite.ts';
export { compositeLabel, type InheritedMetadata } from '../composite/composite-metadata.ts';
export { observed, type Observed } from '../composite/observed.ts';
export { owned, type Owned, type OwnedOptions, type UpdateStrategy } from '../composite/owned.ts';
export type { RelatedQuery } from '../composite/related.ts';

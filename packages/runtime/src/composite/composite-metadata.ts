import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { controllerReference, requireOwnable } from '../objects/ownership.ts';
import { type AnyChild, childKey } from './child.ts';
import { fingerprint } from './fingerprint.ts';

/** Names the composite that made a child: what another made for the same parent is none of its business. */
export const compositeLabel = 'opgen.dev/composite';
/** What was desired of a child when it was last written, in short. */
export const fingerprintAnnotation = 'opgen.dev/fingerprint';

/** Labels and annotations of the parent that its children get too: `team`, or all that begin like `cost.example.com/*`. */
export interface InheritedMetadata {
  labels?: readonly string[];
  annotations?: readonly string[];
}

export interface ChildMetadataOptions {
  /** The name of the composite. */
  readonly name: string;
  readonly inherit: InheritedMetadata;
}

/** The child as it is applied: in its namespace, owned by its parent, and with the marks of its composite. */
export function withCompositeMetadata(
  kind: Kind,
  child: AnyChild,
  parent: KubernetesObject,
  wardrobe: ChildMetadataOptions,
): AnyChild {
  const key = childKey(kind, child, parent);
  requireOwnable(parent, key.namespace);
  const { labels = {}, annotations = {} } = parent.metadata;
  const { inherit, name } = wardrobe;
  const metadata = {
    ...child.metadata,
    ...key,
    labels: {
      ...inherited(labels, inherit.labels),
      ...child.metadata.labels,
      [compositeLabel]: name,
    },
    annotations: {
      ...inherited(annotations, inherit.annotations),
      ...child.metadata.annotations,
      // Of what was desired alone: no label that is passed on makes a child new.
      [fingerprintAnnotation]: fingerprint(child),
    },
    ownerReferences: [controllerReference(parent)],
  };
  return { ...child, metadata };
}

/** Whether the child was last written when the same was desired of it. */
export function isUpToDate(existing: KubernetesObject, desired: AnyChild): boolean {
  const wanted = desired.metadata.annotations?.[fingerprintAnnotation];
  return existing.metadata.annotations?.[fingerprintAnnotation] === wanted;
}

function inherited(
  entries: Readonly<Record<string, string>>,
  patterns: readonly string[] = [],
): Record<string, string> {
  const isWanted = (key: string): boolean =>
    patterns.some((pattern) =>
      pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern,
    );
  return Object.fromEntries(Object.entries(entries).filter(([key]) => isWanted(key)));
}

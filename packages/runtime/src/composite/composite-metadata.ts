import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { controllerReference, requireOwnable } from '../objects/ownership.ts';
import { type AnyChild, childKey } from './child.ts';
import { fingerprint } from './fingerprint.ts';

/** Names the composite that created a child. A composite ignores the children that another one created. */
export const compositeLabel = 'opgen.dev/composite';
/** A hash of the desired state of a child when it was last written. */
export const fingerprintAnnotation = 'opgen.dev/fingerprint';

/** Labels and annotations that children inherit from the parent: a key (`team`) or a prefix (`cost.example.com/*`). */
export interface InheritedMetadata {
  labels?: readonly string[] | undefined;
  annotations?: readonly string[] | undefined;
}

export interface ChildMetadataOptions {
  /** The name of the composite. */
  readonly name: string;
  readonly inherit: InheritedMetadata;
}

/** The child as it is applied: with its namespace, owner reference, inherited metadata and composite label. */
export function withCompositeMetadata(
  kind: Kind,
  child: AnyChild,
  parent: KubernetesObject,
  options: ChildMetadataOptions,
): AnyChild {
  const key = childKey(kind, child, parent);
  requireOwnable(parent, key.namespace);
  const { labels = {}, annotations = {} } = parent.metadata;
  const { inherit, name } = options;
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
      // Excludes inherited labels and annotations: a change of those does not make the child outdated.
      [fingerprintAnnotation]: fingerprint(child),
    },
    ownerReferences: [controllerReference(parent)],
  };
  return { ...child, metadata };
}

/** Whether the desired state of the child is the same as when it was last written. */
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

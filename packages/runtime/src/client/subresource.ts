import type { TokenRequest } from '../kinds/authentication/v1.ts';
import type { Scale } from '../kinds/autoscaling/v1.ts';
import type { Binding } from '../kinds/core/v1.ts';
import type { Eviction } from '../kinds/policy/v1.ts';
import type { DeepPartial, New } from '../objects/desired.ts';
import type { ObjectMeta } from '../objects/metadata.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Status } from '../objects/status.ts';

/** What a create of a subresource sends. The metadata may be omitted, because the path names the object. */
export type NewSubresource<T extends KubernetesObject> = Omit<New<T>, 'metadata'> & {
  metadata?: DeepPartial<ObjectMeta> | undefined;
};

/** The subresources whose type is not that of their object, and what a create of them returns. */
export interface SubresourceTypes {
  binding: [Binding, created: Status];
  eviction: [Eviction, created: Status];
  scale: [Scale, created: Scale];
  token: [TokenRequest, created: TokenRequest];
}

/** The apiVersion and kind of the subresources that have their own. */
export const subresourceKinds: Readonly<Record<string, Pick<KubernetesObject, 'apiVersion' | 'kind'>>> = {
  binding: { apiVersion: 'v1', kind: 'Binding' },
  eviction: { apiVersion: 'policy/v1', kind: 'Eviction' },
  scale: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
  token: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
} satisfies {
  [Name in keyof SubresourceTypes]: Pick<SubresourceTypes[Name][0], 'apiVersion' | 'kind'>;
};

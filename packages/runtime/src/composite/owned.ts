import { isHealthy } from '../health/health.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { ImmutablePolicy } from '../recreate/apply-or-recreate.ts';

/**
 * What happens to an existing child when its desired state changes.
 *
 * - `InPlace`: it is updated.
 * - `Recreate`: it is deleted, and created again once it is gone.
 * - `RollingInPlace`, `RollingRecreate`: the same for one child of the kind at a time, and only while all up-to-date
 *   children are ready.
 * - `OnDelete`: it stays as it is until someone deletes it.
 */
export type UpdateStrategy = 'InPlace' | 'Recreate' | 'RollingInPlace' | 'RollingRecreate' | 'OnDelete';

/** How a composite updates the children of one kind. */
export interface OwnedOptions<T extends KubernetesObject> {
  /** Default: `InPlace`. */
  update?: UpdateStrategy | undefined;
  /** Whether an updated child is ready, so that a rolling update continues. Default: `isHealthy`. */
  isReady?: ((child: DeepReadonly<T>) => boolean) | undefined;
  /** What to do when the API server rejects a change to an immutable field. Default: `fail`. */
  immutable?: ImmutablePolicy | undefined;
}

/** A kind of children with its options. */
export interface Owned<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'owned';
  readonly kind: Kind<T>;
  update: UpdateStrategy;
  isReady: (child: DeepReadonly<T>) => boolean;
  immutable: ImmutablePolicy;
}

/** Sets the options for one kind of children: `owns: [Service, owned(Pod, { update: 'RollingRecreate' })]`. */
export function owned<T extends KubernetesObject>(
  kind: Kind<T>,
  { update = 'InPlace', isReady = isHealthy, immutable = 'fail' }: OwnedOptions<T> = {},
): Owned<T> {
  return { type: 'owned', kind, update, isReady, immutable };
}

export function toOwned<T extends KubernetesObject>(each: Kind<T> | Owned<T>): Owned<T> {
  return 'type' in each ? each : owned(each);
}

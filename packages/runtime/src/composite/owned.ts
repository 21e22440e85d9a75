import { isHealthy } from '../health/health.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { ImmutablePolicy } from '../recreate/apply-or-recreate.ts';

/**
 * How a child that exists becomes what is desired of it.
 *
 * - `InPlace`: its fields are changed.
 * - `Recreate`: it is deleted when something else is desired of it than when it was made, and made anew.
 * - `RollingInPlace`, `RollingRecreate`: the same for one child of the kind after the other, and each only while
 *   all that are up to date are well.
 * - `OnDelete`: it stays as it is until somebody deletes it.
 */
export type UpdateStrategy = 'InPlace' | 'Recreate' | 'RollingInPlace' | 'RollingRecreate' | 'OnDelete';

/** How the children of one kind are treated. */
export interface OwnedOptions<T extends KubernetesObject> {
  /** Default: `InPlace`. */
  update?: UpdateStrategy;
  /** Whether an updated child is well, so that the next may follow. Default: what `healthOf` says. */
  isReady?: (child: T) => boolean;
  /** What to do when the server refuses to change a fixed field. Default: `fail`. */
  immutable?: ImmutablePolicy;
}

/** A kind of children, with how they are treated. */
export interface Owned<T extends KubernetesObject = KubernetesObject> extends Required<OwnedOptions<T>> {
  readonly type: 'owned';
  readonly kind: Kind<T>;
}

/** A kind of children with a strategy of its own: `owns: [Service, owned(Pod, { update: 'RollingRecreate' })]`. */
export function owned<T extends KubernetesObject>(
  kind: Kind<T>,
  { update = 'InPlace', isReady = isHealthy, immutable = 'fail' }: OwnedOptions<T> = {},
): Owned<T> {
  return { type: 'owned', kind, update, isReady, immutable };
}

export function toOwned<T extends KubernetesObject>(each: Kind<T> | Owned<T>): Owned<T> {
  return 'type' in each ? each : owned(each);
}

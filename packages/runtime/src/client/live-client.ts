import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Apply, DeepPartial, New } from '../objects/desired.ts';
import type { KeyFor, Kind, Scope } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey, ObjectList } from '../objects/object.ts';
import type { ImpersonatedUser } from '../transport/impersonation.ts';
import type { ApplyOptions, Client, ListOptions, PatchOptions, ReadOptions, WriteOptions } from './client.ts';
import type { Patch } from './patch.ts';

/**
 * A client that sends every request to the API server. The objects that it returns belong to the caller, who may
 * change them.
 */
export interface LiveClient extends Client {
  /** As `Client.find`; the result belongs to the caller. */
  find<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    options?: ReadOptions,
  ): Promise<T | undefined>;
  /** As `Client.get`; the result belongs to the caller. */
  get<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    options?: ReadOptions,
  ): Promise<T>;
  /** As `Client.list`; the result belongs to the caller. */
  list<T extends KubernetesObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>>;
  /** As `Client.create`; the result belongs to the caller. */
  create<T extends KubernetesObject>(kind: Kind<T>, object: New<T>, options?: WriteOptions): Promise<T>;
  /** As `Client.update`; the result belongs to the caller. */
  update<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T>;
  /** As `Client.patch`; the result belongs to the caller. */
  patch<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<T>;
  /** As `Client.apply`; the result belongs to the caller. */
  apply<T extends KubernetesObject>(kind: Kind<T>, object: Apply<T>, options?: ApplyOptions): Promise<T>;
  /** As `Client.updateStatus`; the result belongs to the caller. */
  updateStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T>;
  /** As `Client.applyStatus`; the result belongs to the caller. */
  applyStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepPartial<T>,
    options?: ApplyOptions,
  ): Promise<T>;
  /** As `Client.impersonate`. */
  impersonate(user: ImpersonatedUser): LiveClient;
}

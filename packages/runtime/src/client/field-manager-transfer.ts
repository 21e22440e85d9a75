import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { adoptManagedFields } from './adopt-managed-fields.ts';
import type { ApplyOptions } from './client.ts';
import { ConflictError, ForbiddenError } from './errors.ts';
import type { LiveClient } from './live-client.ts';
import { mergePatch } from './patch.ts';

/** How often managed fields are transferred when the object keeps changing elsewhere. */
const mostTransfers = 5;
/** Bounds memory. Objects need a transfer only once, after an update of the program. */
const mostRemembered = 100_000;

export interface FieldManagerTransferParts {
  client: Pick<LiveClient, 'patch'>;
  /** The current field manager. */
  fieldManager: () => string;
  /** Field managers with which earlier versions of the program applied. */
  former: readonly string[];
}

/** An apply request that can be repeated. */
export interface ApplyRequest<T extends KubernetesObject> {
  readonly kind: Kind<T>;
  readonly options: ApplyOptions;
  send(): Promise<T>;
  /** Reads the live object. */
  read(): Promise<T>;
}

/**
 * Transfers what former field managers applied to the current one. Otherwise the former ones would keep fields in the
 * object that the program no longer applies.
 */
export class FieldManagerTransfer {
  readonly #parts: FieldManagerTransferParts;
  /** Finished transfers. A name that reappears belongs to a program that still runs, so it is left alone. */
  readonly #finished = new Set<string>();

  constructor(parts: FieldManagerTransferParts) {
    this.#parts = parts;
  }

  /** Applies an object. The response shows whether fields have to be transferred. */
  async apply<T extends KubernetesObject>(request: ApplyRequest<T>): Promise<T> {
    const { options, send, read } = request;
    let applied: T;
    try {
      applied = await send();
    } catch (error) {
      // Without `force`, the fields of a former field manager conflict.
      if (options.force !== false || !(error instanceof ConflictError)) throw error;
      if (!(await this.#transfer(request, await read()))) throw error;
      applied = await send();
    }
    // Once the fields have been transferred, the server removes those that are no longer applied.
    for (let tries = 1; tries <= mostTransfers && (await this.#transfer(request, applied)); tries += 1) {
      applied = await send();
    }
    return applied;
  }

  /** Resolves to whether to apply again, because fields were transferred or the object changed in the meantime. */
  async #transfer<T extends KubernetesObject>(
    { kind, options }: ApplyRequest<T>,
    applied: T,
  ): Promise<boolean> {
    const { client, fieldManager, former } = this.#parts;
    const { subresource, ...rest } = options;
    if (options.fieldManager !== undefined || options.dryRun === true) return false;
    if ((subresource ?? 'status') !== 'status') return false;
    const to = fieldManager();
    const from = former.filter((each) => each !== to);
    if (from.length === 0) return false;
    const { uid, resourceVersion, managedFields } = applied.metadata;
    const adopted = adoptManagedFields(managedFields, { from, to, subresource });
    const transfer = `${uid} ${to} ${subresource ?? ''}`;
    if (adopted === undefined || this.#finished.has(transfer)) return false;
    if (this.#finished.size >= mostRemembered) this.#finished.clear();
    const patch = mergePatch({ metadata: { uid, resourceVersion, managedFields: adopted } });
    try {
      // Through a subresource, the server ignores managed fields.
      await client.patch(kind, applied.metadata, patch, rest);
    } catch (error) {
      if (error instanceof ConflictError) return true;
      // A role may allow to apply the status and not the object.
      if (!(error instanceof ForbiddenError)) throw error;
      this.#finished.add(transfer);
      return false;
    }
    this.#finished.add(transfer);
    return true;
  }
}

import { badRequest, expired, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';

const maxSnapshots = 100;

/** Keeps the state that the first page of a list showed, so that later pages show the same state. */
export class Continuations {
  readonly #snapshots = new Map<number, readonly StoredObject[]>();
  #next = 0;

  keep(objects: readonly StoredObject[], revision: number, start: number): string {
    const id = ++this.#next;
    this.#snapshots.set(id, objects);
    const oldest = this.#snapshots.keys().next().value;
    if (this.#snapshots.size > maxSnapshots && oldest !== undefined) this.#snapshots.delete(oldest);
    return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, id, start })).toString(
      'base64url',
    );
  }

  resume(token: string): { objects: readonly StoredObject[]; revision: number; start: number } {
    const { rv, id, start } = decode(token);
    const objects = this.#snapshots.get(id);
    if (objects === undefined)
      throw new StatusError(
        expired(
          'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.',
        ),
      );
    return { objects, revision: rv, start };
  }
}

function decode(token: string): { rv: number; id: number; start: number } {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as ReturnType<typeof decode>;
  } catch {
    throw new StatusError(badRequest('continue key is not valid: the token cannot be decoded'));
  }
}

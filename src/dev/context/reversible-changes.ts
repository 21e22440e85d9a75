import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { AlreadyExistsError, ConflictError } from '@opgen/runtime';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type Diagnostic, UserError } from '../../diagnostics.ts';
import type { ApiObject, ApiObjects, ObjectReference } from '../api-objects.ts';
import { hasObjects } from '../breaking-changes.ts';
import { changesNotUndone } from '../diagnostics.ts';
import { changedKinds, labelOfChanges as label, previousFieldsAnnotation as annotation } from './marks.ts';

/** The previous values of the changed fields, or that there was no object. */
type Before = { readonly created: true } | { readonly fields: Readonly<Record<string, unknown>> };

/** What `undo` has done with an object. */
export interface Undone {
  readonly object: ObjectReference;
  readonly action: 'deleted' | 'restored' | 'kept';
}

const attempts = 5;
/** Milliseconds that the server may take to finish the deletion of an object. */
const deletionTimeout = 30_000;

/**
 * Changes objects of a cluster so that every change can be undone, by any later process too: each object carries what it
 * was before in an annotation, which is written in the same request as the change.
 */
export class ReversibleChanges {
  readonly #api: ApiObjects;
  readonly #project: string;

  constructor(api: ApiObjects, project: string) {
    this.#api = api;
    this.#project = project;
  }

  /** Creates an object, or replaces its fields other than the metadata. */
  async apply(wanted: ObjectReference): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#apply(wanted);
      } catch (error) {
        const isOutdated = error instanceof ConflictError || error instanceof AlreadyExistsError;
        if (!isOutdated || attempt === attempts) throw error;
      }
    }
  }

  /** Undoes the changes of this session, and those of one that was killed. Attempts all, and throws a `UserError` for the others. */
  async undo(isUndone: (object: ObjectReference) => boolean = () => true): Promise<Undone[]> {
    const undone: Undone[] = [];
    const errors: Diagnostic[] = [];
    const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        const hint = 'start opgen dev --context again and quit it';
        errors.push(changesNotUndone({ message: `${what}: ${(error as Error).message}`, hint }));
      }
    };
    for (const [apiVersion, kind] of changedKinds) {
      const query = `labelSelector=${encodeURIComponent(`${label}=${this.#project}`)}`;
      await attempt(kind, async () => {
        for (const object of await this.#api.list(apiVersion, kind, { query })) {
          if (!isUndone(object) || before(object) === undefined) continue;
          await attempt(`${kind} ${object.metadata.name}`, async () =>
            undone.push({ object, action: await this.#undo(object) }),
          );
        }
      });
    }
    if (errors.length > 0) throw new UserError(errors);
    return undone;
  }

  async #apply(wanted: ObjectReference): Promise<void> {
    const live = await this.#existing(wanted);
    if (live === undefined) return this.#api.create(marked(wanted, this.#project, { created: true }));
    const fields = fieldsOf(wanted);
    const known = before(live);
    const changed = { ...live, ...fields };
    if (known === undefined && isDeepStrictEqual(changed, live)) return;
    const previous = known ?? { fields: previousFields(live, Object.keys(fields)) };
    await this.#api.replace(marked(changed, this.#project, previous));
  }

  /** The object, once a deletion in progress has finished. */
  async #existing(reference: ObjectReference): Promise<ApiObject | undefined> {
    const deadline = Date.now() + deletionTimeout;
    for (;;) {
      const live = await this.#api.get(reference);
      if (live?.metadata.deletionTimestamp === undefined || Date.now() > deadline) return live;
      await delay(100);
    }
  }

  async #undo(object: ApiObject): Promise<Undone['action']> {
    for (let attempt = 1; ; attempt++) {
      const live = await this.#api.get(object);
      const previous = live === undefined ? undefined : before(live);
      if (live === undefined || previous === undefined) return 'restored';
      try {
        if (!('created' in previous)) {
          await this.#api.replace(unmarked(restored(live, previous.fields)));
          return 'restored';
        }
        if (!(await this.#isUsed(live))) {
          await this.#api.delete(live);
          return 'deleted';
        }
        // Nothing answers its conversion any more.
        const conversion = isDefinition(live) ? { conversion: { strategy: 'None' } } : {};
        await this.#api.replace(unmarked(restored(live, conversion)));
        return 'kept';
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === attempts) throw error;
      }
    }
  }

  /** Whether others use an object that the session created: a CRD with objects, or a namespace that is not empty. */
  async #isUsed(object: ApiObject): Promise<boolean> {
    if (isDefinition(object))
      // The server cannot read objects that only the operator converts, so there are some.
      return hasObjects(this.#api, object as unknown as CustomResourceDefinition).catch(() => true);
    return object.kind === 'Namespace' && this.#hasContent(object.metadata.name);
  }

  async #hasContent(namespace: string): Promise<boolean> {
    const definitions = await this.#api.list('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    const custom = (definitions as unknown as CustomResourceDefinition[]).flatMap(({ spec }) =>
      spec.scope === 'Namespaced'
        ? spec.versions
            .filter(({ storage }) => storage)
            .map(({ name }) => [`${spec.group}/${name}`, spec.names.kind] as const)
        : [],
    );
    const builtIn = await Promise.all(
      ['v1', 'apps/v1', 'batch/v1', 'networking.k8s.io/v1'].map(async (apiVersion) =>
        (await this.#api.namespacedKinds(apiVersion)).map((kind) => [apiVersion, kind] as const),
      ),
    );
    for (const [apiVersion, kind] of [...builtIn.flat(), ...custom]) {
      if (kind === 'Event') continue;
      const objects = await this.#api.list(apiVersion, kind, { namespace });
      if (objects.some((object) => !isInEveryNamespace(object))) return true;
    }
    return false;
  }
}

function isInEveryNamespace({ kind, metadata: { name } }: ObjectReference): boolean {
  return (
    (kind === 'ConfigMap' && name === 'kube-root-ca.crt') || (kind === 'ServiceAccount' && name === 'default')
  );
}

function isDefinition({ kind }: ObjectReference): boolean {
  return kind === 'CustomResourceDefinition';
}

/** The fields that a session sets. */
function fieldsOf(object: ObjectReference): Record<string, unknown> {
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...fields } = object as ApiObject;
  return fields;
}

/** A CRD keeps its new schema, as after `make install`: stored objects may have new fields. Only its conversion is restored. */
function previousFields(live: ApiObject, names: readonly string[]): Record<string, unknown> {
  if (!isDefinition(live)) return Object.fromEntries(names.map((name) => [name, live[name]]));
  const { conversion } = (live as unknown as CustomResourceDefinition).spec;
  return { conversion };
}

function restored(live: ApiObject, fields: Readonly<Record<string, unknown>>): ApiObject {
  if (!isDefinition(live)) return { ...live, ...fields };
  return { ...live, spec: { ...(live['spec'] as object), ...fields } };
}

function marked(object: ObjectReference, project: string, previous: Before): ObjectReference {
  const { metadata } = object as ApiObject;
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [label]: project },
      annotations: { ...metadata.annotations, [annotation]: JSON.stringify(previous) },
    },
  } as ObjectReference;
}

function unmarked(object: ApiObject): ApiObject {
  const { [label]: _, ...labels } = object.metadata.labels ?? {};
  const { [annotation]: __, ...annotations } = object.metadata.annotations ?? {};
  return { ...object, metadata: { ...object.metadata, labels, annotations } };
}

function before({ metadata }: ApiObject): Before | undefined {
  const text = metadata.annotations?.[annotation];
  return text === undefined ? undefined : (JSON.parse(text) as Before);
}

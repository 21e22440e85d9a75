import { NotFoundError } from '@opgen/runtime';
import { errorFrom, type Transport } from '@opgen/runtime/transport';

/** What identifies an object. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}

export interface ApiObject extends ObjectReference {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
    readonly resourceVersion?: string;
  };
  readonly [field: string]: unknown;
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Written to `managedFields` of the API server. */
const fieldManager = 'opgen-dev';

/** Reads and writes objects of any kind that an API server serves. */
export class ApiObjects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async get<T extends ObjectReference = ApiObject>(reference: ObjectReference): Promise<T | undefined> {
    try {
      return await this.send<T>('GET', await this.#path(reference));
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async create(object: ObjectReference): Promise<void> {
    const collection = await this.#collection(object, await this.#scopeOf(object));
    await this.send('POST', `${collection}?fieldManager=${fieldManager}`, object);
  }

  /** Fails with a conflict if the object has changed since it was read. */
  async replace(object: ObjectReference): Promise<void> {
    await this.send('PUT', `${await this.#path(object)}?fieldManager=${fieldManager}`, object);
  }

  /** Applies the fields of the object on the server, also those of other field managers. */
  async apply(object: ObjectReference): Promise<void> {
    const path = `${await this.#path(object)}?fieldManager=${fieldManager}&force=true`;
    await this.send('PATCH', path, object, 'application/apply-patch+yaml');
  }

  async delete(reference: ObjectReference): Promise<void> {
    await this.send('DELETE', await this.#path(reference)).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
  }

  /** The objects of a kind, in all namespaces unless one is named. Empty if the server does not serve the kind. */
  async list(
    apiVersion: string,
    kind: string,
    { namespace, query = '' }: { namespace?: string; query?: string } = {},
  ): Promise<ApiObject[]> {
    try {
      const { items = [] } = await this.send<{ items?: ApiObject[] }>(
        'GET',
        `${await this.#collection({ apiVersion, kind }, namespace)}?${query}`,
      );
      return items.map((item) => ({ ...item, apiVersion, kind }));
    } catch (error) {
      if (error instanceof NotFoundError) return [];
      throw error;
    }
  }

  /** The kinds of a group and version whose objects are in namespaces and can be listed. */
  async namespacedKinds(apiVersion: string): Promise<string[]> {
    const resources = await this.#resources(apiVersion);
    return resources
      .filter(({ name, namespaced, verbs }) => namespaced && !name.includes('/') && verbs.includes('list'))
      .map(({ kind }) => kind);
  }

  async isNamespaced(object: ObjectReference): Promise<boolean> {
    return (await this.#resource(object)).namespaced;
  }

  /** Sends JSON and reads JSON; throws the error of a failed request. */
  async send<T = unknown>(
    method: string,
    path: string,
    body?: object,
    contentType = 'application/json',
  ): Promise<T> {
    const response = await this.#transport.request({
      method,
      path,
      headers: body === undefined ? {} : { 'content-type': contentType },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 300) throw errorFrom(response.status, text, { method, path });
    return JSON.parse(text) as T;
  }

  async #path(reference: ObjectReference): Promise<string> {
    const collection = await this.#collection(reference, await this.#scopeOf(reference));
    return `${collection}/${encodeURIComponent(reference.metadata.name)}`;
  }

  async #scopeOf(reference: ObjectReference): Promise<string | undefined> {
    const { namespaced } = await this.#resource(reference);
    return namespaced ? (reference.metadata.namespace ?? 'default') : undefined;
  }

  async #collection(
    { apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>,
    namespace: string | undefined,
  ): Promise<string> {
    const { name } = await this.#resource({ apiVersion, kind });
    const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
    return `${rootOf(apiVersion)}${scope}/${name}`;
  }

  async #resource({ apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>): Promise<Resource> {
    const resources = await this.#resources(apiVersion);
    const resource = resources.find((each) => each.kind === kind && !each.name.includes('/'));
    if (resource !== undefined) return resource;
    const path = rootOf(apiVersion);
    const message = `the API server does not serve ${kind} in ${apiVersion}`;
    throw errorFrom(404, JSON.stringify({ message, reason: 'NotFound' }), { method: 'GET', path });
  }

  async #resources(apiVersion: string): Promise<readonly Resource[]> {
    // CRDs are installed meanwhile, so the answer is not kept.
    const { resources } = await this.send<{ resources: readonly Resource[] }>('GET', rootOf(apiVersion));
    return resources;
  }
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

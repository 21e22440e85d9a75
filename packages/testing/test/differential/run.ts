import { isObject, mergePatch } from '@opgen/rules/json';
import type { Answer, StoredObject, Target } from '../conformance/support/target.ts';
import { type Kind, kinds, type KindName } from './kinds.ts';
import type { Operation, Selection, Version } from './operation.ts';

const contentTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};
const json = 'application/json';
const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale' };
/** The maximum number of pages of any list here; detects a server whose pages never end. */
const mostPages = 20;

interface Seen {
  readonly uid: string;
  readonly versions: string[];
}

/** Runs operations on one server, in a namespace of their own. */
export class Run {
  readonly #target: Target;
  readonly #namespace: string;
  readonly #seen = new Map<string, Seen>();

  constructor(target: Target, namespace: string) {
    this.#target = target;
    this.#namespace = namespace;
  }

  async open(): Promise<void> {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.#namespace } };
    const answer = await this.#send('POST', '/api/v1/namespaces', body);
    if (answer.status !== 201) throw new Error(`no namespace: ${answer.text}`);
  }

  /** Everything in the response to one operation. */
  async perform(operation: Operation): Promise<Answer[]> {
    switch (operation.do) {
      case 'create':
        return [await this.#create(operation)];
      case 'update':
        return [await this.#update(operation)];
      case 'rewrite':
        return this.#rewrite(operation);
      case 'patch':
        return [await this.#patch(operation)];
      case 'get':
        return [await this.#get(operation)];
      case 'delete':
        return [await this.#delete(operation)];
      case 'delete collection':
        return [await this.#deleteCollection(operation)];
      case 'list':
        return this.#list(operation);
    }
  }

  /** All objects in the namespace. */
  async state(): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const kind of Object.keys(kinds) as KindName[])
      answers.push(await this.#send('GET', this.#path(kind)));
    return answers;
  }

  #create({ kind, name, body, query }: Operation & { do: 'create' }): Promise<Answer> {
    return this.#write(kind, name, 'POST', this.#path(kind) + query, this.#named(kind, name, body));
  }

  #update(operation: Operation & { do: 'update' }): Promise<Answer> {
    const { kind, name, body, version, query } = operation;
    const based = withMetadata(
      this.#named(kind, name, body, operation.subresource),
      this.#version(kind, name, version),
    );
    return this.#write(kind, name, 'PUT', this.#pathOf(operation) + query, based);
  }

  async #rewrite(operation: Operation & { do: 'rewrite' }): Promise<Answer[]> {
    const { kind, name, change, query } = operation;
    const read = await this.#get(operation);
    if (read.status !== 200) return [read];
    const path = this.#pathOf(operation) + query;
    return [read, await this.#write(kind, name, 'PUT', path, mergePatch(read.object, change))];
  }

  #patch(operation: Operation & { do: 'patch' }): Promise<Answer> {
    const { kind, name, type, patch, version, query } = operation;
    const typed = type === 'apply' ? this.#named(kind, name, patch as object, operation.subresource) : patch;
    const based = Array.isArray(typed)
      ? typed
      : withMetadata(typed as object, this.#version(kind, name, version));
    return this.#write(kind, name, 'PATCH', this.#pathOf(operation) + query, based, contentTypes[type]);
  }

  async #get(operation: { kind: KindName; name: string; subresource?: string }): Promise<Answer> {
    return this.#write(operation.kind, operation.name, 'GET', this.#pathOf(operation));
  }

  #delete(operation: Operation & { do: 'delete' }): Promise<Answer> {
    const { kind, name, options, version, uid } = operation;
    const seen = this.#seen.get(`${kind}/${name}`);
    const preconditions = {
      ...(uid && { uid: seen?.uid ?? 'never' }),
      ...this.#version(kind, name, version),
    };
    const body = { ...options, ...(Object.keys(preconditions).length > 0 && { preconditions }) };
    return this.#send('DELETE', this.#pathOf(operation), body);
  }

  #deleteCollection({ kind, selection, options }: Operation & { do: 'delete collection' }): Promise<Answer> {
    return this.#send('DELETE', `${this.#path(kind)}?${queryOf(selection)}`, options);
  }

  /** A list, page by page. */
  async #list({ kind, selection, limit, version, match }: Operation & { do: 'list' }): Promise<Answer[]> {
    const query = queryOf(selection);
    if (limit > 0) query.set('limit', String(limit));
    const first = new URLSearchParams(query);
    const { resourceVersion } = version === 'any' ? { resourceVersion: '0' } : this.#latest(version);
    if (resourceVersion !== undefined) first.set('resourceVersion', resourceVersion);
    if (match !== '') first.set('resourceVersionMatch', match);
    const answers = [await this.#send('GET', `${this.#path(kind)}?${first}`)];
    while (answers.length < mostPages) {
      const token = continuationOf(answers.at(-1));
      if (token === undefined) break;
      query.set('continue', token);
      answers.push(await this.#send('GET', `${this.#path(kind)}?${query}`));
    }
    return answers;
  }

  async #write(
    kind: KindName,
    name: string,
    method: string,
    path: string,
    body?: unknown,
    type = json,
  ): Promise<Answer> {
    const answer = await this.#send(method, path, body, type);
    if (answer.status < 300) this.#note(kind, name, answer.object);
    return answer;
  }

  #note(kind: KindName, name: string, { metadata }: StoredObject): void {
    const { uid, resourceVersion } = metadata;
    if (uid === undefined || resourceVersion === undefined) return;
    const key = `${kind}/${name}`;
    const seen = this.#seen.get(key);
    if (seen?.uid !== uid) this.#seen.set(key, { uid, versions: [resourceVersion] });
    else if (seen.versions.at(-1) !== resourceVersion) seen.versions.push(resourceVersion);
  }

  #version(kind: KindName, name: string, version: Version): { resourceVersion?: string } {
    const versions = this.#seen.get(`${kind}/${name}`)?.versions ?? [];
    return choose(version, versions);
  }

  /** An earlier resourceVersion, by age. */
  #latest(version: Version): { resourceVersion?: string } {
    const all = [...this.#seen.values()].flatMap(({ versions }) => versions);
    return choose(
      version,
      all.toSorted((a, b) => Number(a) - Number(b)),
    );
  }

  #send(method: string, path: string, body?: unknown, type = json): Promise<Answer> {
    const headers = { 'user-agent': 'differential', ...(body !== undefined && { 'content-type': type }) };
    return this.#target.request(method, path, { body, headers });
  }

  #named(kind: KindName, name: string, body: object, subresource?: string): object {
    const { apiVersion, kind: called } = subresource === 'scale' ? scale : kinds[kind];
    return { apiVersion, kind: called, ...withMetadata(body, { name }) };
  }

  #path(kind: KindName): string {
    const { root, plural } = kinds[kind] as Kind;
    return `${root}/namespaces/${this.#namespace}/${plural}`;
  }

  #pathOf({ kind, name, subresource }: { kind: KindName; name: string; subresource?: string }): string {
    return [this.#path(kind), name, subresource].filter(Boolean).join('/');
  }
}

function choose(version: Version, versions: readonly string[]): { resourceVersion?: string } {
  if (version === 'none') return {};
  const chosen =
    version === 'seen last' ? versions.at(-1) : version === 'seen first' ? versions[0] : '999999999';
  return chosen === undefined ? {} : { resourceVersion: chosen };
}

function withMetadata(body: object, metadata: object): object {
  if (Object.keys(metadata).length === 0) return body;
  const own = (body as { metadata?: unknown }).metadata;
  if (own !== undefined && !isObject(own)) return body;
  return { ...body, metadata: { ...own, ...metadata } };
}

function queryOf(selection: Selection): URLSearchParams {
  return new URLSearchParams(Object.entries(selection) as [string, string][]);
}

function continuationOf(answer: Answer | undefined): string | undefined {
  return answer?.status === 200 ? answer.object.metadata.continue || undefined : undefined;
}

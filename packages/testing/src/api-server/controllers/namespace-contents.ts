import type { JsonObject } from '@opgen/rules/json';
import type { Core } from '../core.ts';
import type { Change } from '../storage/store.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { createOwn } from '../verbs/create.ts';

const namespaces = '/namespaces';

/** What each namespace of a cluster contains: kube-controller-manager creates it, and creates it again. */
const contents: readonly {
  table: string;
  apiVersion: string;
  kind: string;
  name: string;
  data?: JsonObject;
}[] = [
  { table: '/serviceaccounts', apiVersion: 'v1', kind: 'ServiceAccount', name: 'default' },
  {
    table: '/configmaps',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'kube-root-ca.crt',
    data: { 'ca.crt': '' },
  },
];

/** Gives each namespace its default ServiceAccount and the ConfigMap with the certificate authority. */
export class NamespaceContents {
  readonly #core: Core;
  readonly #due = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
    for (const { metadata } of core.store.list(namespaces)) this.#due.add(metadata.name);
  }

  /** Records a change. True if there is work to do now. */
  changed({ table, type, object }: Change): boolean {
    const { name, namespace } = object.metadata;
    if (table === namespaces && type === 'ADDED') this.#due.add(name);
    else if (type === 'DELETED' && namespace !== undefined && isContent(table, name))
      this.#due.add(namespace);
    return this.#due.size > 0;
  }

  run(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const name of due) {
      const namespace = this.#core.store.find(namespaces, undefined, name);
      if (namespace !== undefined) this.#fill(namespace);
    }
  }

  #fill({ metadata: { name: namespace, deletionTimestamp } }: StoredObject): void {
    if (deletionTimestamp !== undefined) return;
    for (const { table, name, ...object } of contents) {
      if (this.#core.store.find(table, namespace, name) !== undefined) continue;
      createOwn(this.#core, { ...object, metadata: { name, namespace } }, 'kube-controller-manager');
    }
  }
}

function isContent(table: string, name: string): boolean {
  return contents.some((each) => each.table === table && each.name === name);
}

import { randomBytes } from 'node:crypto';
import { type Minor, minorOf } from '@opgen/rules/builtin';
import type { Transport } from '@opgen/runtime/transport';
import { onTestFinished } from 'vitest';
import type { AuditEvent } from '../../../src/api-server/audit/audit-event.ts';
import { createsAtOnce, type Definition, installDefinition } from './install-definition.ts';
import type { Answer, RequestOptions, StoredObject, Target, WatchStream } from './target.ts';
import { transportOf } from './transport-of.ts';

/** The paths and types of the resources that cases use. */
const resources = {
  configmaps: { root: '/api/v1', apiVersion: 'v1', kind: 'ConfigMap' },
  secrets: { root: '/api/v1', apiVersion: 'v1', kind: 'Secret' },
  services: { root: '/api/v1', apiVersion: 'v1', kind: 'Service' },
  serviceaccounts: { root: '/api/v1', apiVersion: 'v1', kind: 'ServiceAccount' },
  pods: { root: '/api/v1', apiVersion: 'v1', kind: 'Pod' },
  replicationcontrollers: { root: '/api/v1', apiVersion: 'v1', kind: 'ReplicationController' },
  persistentvolumeclaims: { root: '/api/v1', apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  resourcequotas: { root: '/api/v1', apiVersion: 'v1', kind: 'ResourceQuota' },
  limitranges: { root: '/api/v1', apiVersion: 'v1', kind: 'LimitRange' },
  deployments: { root: '/apis/apps/v1', apiVersion: 'apps/v1', kind: 'Deployment' },
  replicasets: { root: '/apis/apps/v1', apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  statefulsets: { root: '/apis/apps/v1', apiVersion: 'apps/v1', kind: 'StatefulSet' },
  daemonsets: { root: '/apis/apps/v1', apiVersion: 'apps/v1', kind: 'DaemonSet' },
  jobs: { root: '/apis/batch/v1', apiVersion: 'batch/v1', kind: 'Job' },
  cronjobs: { root: '/apis/batch/v1', apiVersion: 'batch/v1', kind: 'CronJob' },
  ingresses: { root: '/apis/networking.k8s.io/v1', apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' },
  horizontalpodautoscalers: {
    root: '/apis/autoscaling/v2',
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
  },
  leases: { root: '/apis/coordination.k8s.io/v1', apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
  poddisruptionbudgets: {
    root: '/apis/policy/v1',
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
  },
  roles: {
    root: '/apis/rbac.authorization.k8s.io/v1',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
  },
  rolebindings: {
    root: '/apis/rbac.authorization.k8s.io/v1',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
  },
} as const;

export type Resource = keyof typeof resources | 'widgets';

export type PatchKind = 'json' | 'merge' | 'strategic' | 'apply';

const patchTypes: Record<PatchKind, string> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** What a case uses: a target, a namespace of its own, and helpers for requests. */
export class Scene {
  readonly namespace: string;
  /** The API group with the Widgets of this subject. */
  readonly group: string;
  readonly #target: Target;

  private constructor(target: Target, group: string, namespace: string) {
    this.#target = target;
    this.group = group;
    this.namespace = namespace;
  }

  static async open(target: Target, group: string): Promise<Scene> {
    const scene = new Scene(target, group, `case-${randomBytes(5).toString('hex')}`);
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: scene.namespace } };
    await scene.must(201, 'POST', '/api/v1/namespaces', namespace);
    return scene;
  }

  /** The path of a collection in this namespace, of an object, or of a subresource. */
  path(resource: Resource, name?: string, subresource?: string): string {
    const { root } = this.#facts(resource);
    return [root, 'namespaces', this.namespace, resource, name, subresource].filter(Boolean).join('/');
  }

  /** The object with its apiVersion and kind. */
  typed(resource: Resource, object: object): object {
    const { apiVersion, kind } = this.#facts(resource);
    return { apiVersion, kind, ...object };
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string | string[]>,
  ): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.#target.request(method, path, { body, headers: { ...json, ...headers } });
  }

  get(path: string, headers?: Record<string, string | string[]>): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  /** Sends a create that may fail. `query` starts with `?`. */
  post(resource: Resource, object: object, query = ''): Promise<Answer> {
    return this.send('POST', this.path(resource) + query, this.typed(resource, object));
  }

  put(path: string, object: object): Promise<Answer> {
    return this.send('PUT', path, object);
  }

  patch(kind: PatchKind, path: string, patch: unknown): Promise<Answer> {
    return this.send('PATCH', path, patch, { 'content-type': patchTypes[kind] });
  }

  /** Server-side apply of an object; `query` starts with `&`. */
  apply(resource: Resource, name: string, object: object, manager = 'alice', query = ''): Promise<Answer> {
    const path = `${this.path(resource, name)}?fieldManager=${manager}${query}`;
    return this.patch('apply', path, this.typed(resource, { metadata: { name }, ...object }));
  }

  delete(path: string, options?: object): Promise<Answer> {
    return this.send('DELETE', path, options);
  }

  /** Creates an object that the case needs; fails unless the response is 201. */
  async create(resource: Resource, object: object): Promise<StoredObject> {
    return this.must(201, 'POST', this.path(resource), this.typed(resource, object));
  }

  /** The stored object. */
  async read(resource: Resource, name: string): Promise<StoredObject> {
    return this.must(200, 'GET', this.path(resource, name));
  }

  async must(status: number, method: string, path: string, body?: unknown): Promise<StoredObject> {
    const answer = await this.send(method, path, body);
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.object;
  }

  /** Creates a CRD and waits until its kind is served. */
  install(definition: Definition): Promise<void> {
    return installDefinition(this.#target, definition);
  }

  /** Makes creates of a new kind immediate, which a real server delays. */
  skipCreateDelay(definition: string): Promise<void> {
    return createsAtOnce(this.#target, definition);
  }

  /** The target as a transport. */
  get transport(): Transport {
    return transportOf(this.#target);
  }

  /** The minor version of the server. */
  async minor(): Promise<Minor> {
    const { gitVersion } = (await this.get('/version')).object as unknown as { gitVersion: string };
    const minor = minorOf(gitVersion);
    if (minor === undefined) throw new Error(`there are no facts about ${gitVersion}`);
    return minor;
  }

  /** The audit log of the server, with the requests of all cases. */
  audit(): readonly AuditEvent[] {
    return this.#target.audit();
  }

  /** A watch that is closed after the case. */
  async watch(path: string, options?: RequestOptions): Promise<WatchStream> {
    const stream = await this.#target.watch(path, options);
    onTestFinished(() => stream.close());
    return stream;
  }

  #facts(resource: Resource): { root: string; apiVersion: string; kind: string } {
    if (resource !== 'widgets') return resources[resource];
    return { root: `/apis/${this.group}/v1`, apiVersion: `${this.group}/v1`, kind: 'Widget' };
  }
}

import {
  type Condition,
  type CustomResource,
  defineKind,
  type Int32,
  type Manager,
  setCondition,
} from '@opgen/runtime';
import {
  child,
  type Child,
  type Desired,
  type DesiredContext,
  type Finalized,
  type Observed,
  owned,
} from '@opgen/runtime/composite';
import { decorated } from '@opgen/runtime/decorator';
import { healthOf } from '@opgen/runtime/health';
import { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { ConfigMap, Pod, Secret, Service } from '@opgen/runtime/kinds/core/v1';

export interface MemcachedStatus {
  readyReplicas?: Int32;
  conditions?: Condition[];
}

export interface Memcached extends CustomResource<
  { size: Int32; image: string; secretName?: string },
  MemcachedStatus
> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

// +rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;patch
// +rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;patch
// +rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +rbac:groups=apps,resources=statefulsets,verbs=get;list;watch;create;patch;delete
// +rbac:groups="",resources=services,verbs=get;list;watch;create;patch;delete
export function setupMemcached(manager: Manager): void {
  manager.composite('memcached', Memcached, {
    owns: [StatefulSet, Service],
    desired,
  });
}

/** What a Memcached should have, and what is to be said about it. */
export function desired(
  memcached: Memcached,
  children: Observed<StatefulSet | Service>,
  { now }: Pick<DesiredContext, 'now'>,
): Desired<Memcached, StatefulSet | Service> {
  const { name, generation = 0 } = memcached.metadata;
  const { size, image } = memcached.spec;
  const labels = { 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': name };
  const containers = [{ name: 'memcached', image, ports: [{ containerPort: 11211 }] }];

  const set = children.find(StatefulSet, name);
  const isReady = set !== undefined && healthOf(set).state === 'healthy';
  const condition = {
    type: 'Ready',
    status: isReady ? ('True' as const) : ('False' as const),
    reason: isReady ? 'AllReady' : 'NotReady',
    message: '',
    observedGeneration: generation,
  };
  return {
    children: [
      child(StatefulSet, {
        metadata: { name, labels },
        spec: {
          serviceName: name,
          replicas: size,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers } },
        },
      }),
      child(Service, {
        metadata: { name, labels },
        spec: { clusterIP: 'None', selector: labels, ports: [{ port: 11211 }] },
      }),
    ],
    status: {
      readyReplicas: set?.status?.readyReplicas ?? 0,
      conditions: setCondition(memcached.status?.conditions, condition, now),
    },
  };
}

/** Pods that are replaced one after the other, and a Job that is recreated when its template changes. */
export function setupPool(manager: Manager): void {
  manager.composite('pool', Memcached, {
    owns: [
      owned(Pod, { update: 'RollingRecreate', isReady: (pod) => pod.status?.phase === 'Running' }),
      owned(Job, { immutable: 'recreate' }),
    ],
    inherit: { labels: ['team', 'cost.example.com/*'] },
    uses: [Secret],
    related: ({ spec: { secretName } }) =>
      secretName === undefined ? [] : [{ kind: Secret, name: secretName }],
    desired: (memcached, _, { related }) => ({ children: podsOf(memcached, related) }),
    finalize: shutDown,
  });
}

function podsOf({ metadata, spec }: Memcached, related: Observed<Secret>): Child<Pod>[] {
  const [secret] = related.of(Secret);
  const env = Object.keys(secret?.data ?? {}).map((key) => ({
    name: key,
    valueFrom: { secretKeyRef: { name: secret?.metadata.name, key } },
  }));
  return Array.from({ length: spec.size }, (_, index) =>
    child(Pod, {
      metadata: { name: `${metadata.name}-${index}` },
      spec: { containers: [{ name: 'memcached', image: spec.image, env }] },
    }),
  );
}

/** Lets a Job save what is in memory before the Pods go. */
export function shutDown(
  memcached: Memcached,
  children: Observed<Pod | Job>,
  { related }: DesiredContext<Secret>,
): Finalized<Memcached, Pod | Job> {
  const name = `${memcached.metadata.name}-save`;
  const job = children.find(Job, name);
  const isSaved = job !== undefined && healthOf(job).state === 'healthy';
  const containers = [{ name: 'save', image: memcached.spec.image, command: ['save'] }];
  const save = child(Job, {
    metadata: { name },
    spec: { template: { spec: { restartPolicy: 'Never', containers } } },
  });
  return {
    children: isSaved ? [save] : [save, ...podsOf(memcached, related)],
    finalized: isSaved && children.of(Pod).length === 0,
  };
}

/** A Service for every Pod of the StatefulSets that ask for it. */
export function setupServicePerPod(manager: Manager): void {
  manager.decorator('service-per-pod', {
    decorates: [decorated(Pod, { labels: 'example.com/service-per-pod=true' })],
    attaches: [Service, ConfigMap],
    desired: ({ metadata: { name } }) => ({
      attachments: [
        child(Service, {
          metadata: { name },
          spec: { selector: { 'statefulset.kubernetes.io/pod-name': name }, ports: [{ port: 11211 }] },
        }),
      ],
      annotations: { 'example.com/served-as': name },
    }),
  });
}

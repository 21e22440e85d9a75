import { type Condition, type CustomResource, defineKind, type Int32, type Int64 } from '@opgen/runtime';

/** The desired state of a Memcached. */
export interface MemcachedSpec {
  /** Number of replicas to run. */
  // +validation:Minimum=1
  // +validation:Maximum=5
  // +default=1
  size: Int32;

  /** Image to run. */
  // +validation:MinLength=1
  // +default="memcached:1.6-alpine"
  image: string;

  /** Port the cache listens on. Immutable once set. */
  // +validation:Minimum=1024
  // +validation:Maximum=65535
  // +validation:XValidation:rule="self == oldSelf",message="port is immutable"
  port?: Int32;

  /** What happens to the cached data when the Memcached is deleted. */
  // +default=Delete
  reclaimPolicy: 'Delete' | 'Retain';
}

/** The observed state of a Memcached. */
export interface MemcachedStatus {
  /** Generation of the spec this status describes. */
  observedGeneration?: Int64;

  /** Number of replicas that accept connections. */
  readyReplicas?: Int32;

  /** Current service state, one condition per type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** A Memcached is a cache served by a fixed number of replicas. */
// +resource:shortName=mc,categories=all
// +subresource:status
// +subresource:scale:specpath=.spec.size,statuspath=.status.readyReplicas
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

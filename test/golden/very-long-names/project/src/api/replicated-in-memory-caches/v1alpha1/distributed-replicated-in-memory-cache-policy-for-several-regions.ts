import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/**
 * DistributedReplicatedInMemoryCachePolicyForSeveralRegionsSpec is the desired state of a
 * DistributedReplicatedInMemoryCachePolicyForSeveralRegions.
 */
export interface DistributedReplicatedInMemoryCachePolicyForSeveralRegionsSpec extends Defaults<'replicas'> {
  // An example: replace it with the fields of your kind.
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  replicas: Int32;
}

/**
 * DistributedReplicatedInMemoryCachePolicyForSeveralRegionsStatus is the observed state of a
 * DistributedReplicatedInMemoryCachePolicyForSeveralRegions.
 */
export interface DistributedReplicatedInMemoryCachePolicyForSeveralRegionsStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// Describe what your kind is for: `kubectl explain` shows the next line.
/**
 * DistributedReplicatedInMemoryCachePolicyForSeveralRegions is a resource that
 * distributed-replicated-cache-operator manages.
 */
// +storageversion
// +subresource:status
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface DistributedReplicatedInMemoryCachePolicyForSeveralRegions extends CustomResource<
  DistributedReplicatedInMemoryCachePolicyForSeveralRegionsSpec,
  DistributedReplicatedInMemoryCachePolicyForSeveralRegionsStatus
> {
  apiVersion: 'replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com/v1alpha1';
  kind: 'DistributedReplicatedInMemoryCachePolicyForSeveralRegions';
}

export const DistributedReplicatedInMemoryCachePolicyForSeveralRegions =
  defineKind<DistributedReplicatedInMemoryCachePolicyForSeveralRegions>({
    apiVersion:
      'replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com/v1alpha1',
    kind: 'DistributedReplicatedInMemoryCachePolicyForSeveralRegions',
    plural: 'distributedreplicatedinmemorycachepolicyforseveralregions',
    scope: 'Namespaced',
  });

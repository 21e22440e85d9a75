import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/**
 * DistributedReplicatedInMemoryCacheServerForSeveralRegionsSpec is the desired state of a
 * DistributedReplicatedInMemoryCacheServerForSeveralRegions.
 */
export interface DistributedReplicatedInMemoryCacheServerForSeveralRegionsSpec extends Defaults<
  'size' | 'containerPort'
> {
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  size: Int32;

  /** Port that the container listens on. */
  // +validation:Minimum=1
  // +validation:Maximum=65535
  // +default=11211
  containerPort: Int32;
}

/**
 * DistributedReplicatedInMemoryCacheServerForSeveralRegionsStatus is the observed state of a
 * DistributedReplicatedInMemoryCacheServerForSeveralRegions.
 */
export interface DistributedReplicatedInMemoryCacheServerForSeveralRegionsStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Number of ready replicas. */
  readyReplicas?: Int32;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** DistributedReplicatedInMemoryCacheServerForSeveralRegions runs a Deployment of the operand's image. */
// +storageversion
// +subresource:status
// +subresource:scale:specpath=.spec.size,statuspath=.status.readyReplicas
// +validation:XValidation:rule="size(self.metadata.name) <= 63",message="the name becomes a label of its Pods, which has at most 63 characters"
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface DistributedReplicatedInMemoryCacheServerForSeveralRegions extends CustomResource<
  DistributedReplicatedInMemoryCacheServerForSeveralRegionsSpec,
  DistributedReplicatedInMemoryCacheServerForSeveralRegionsStatus
> {
  apiVersion: 'replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com/v1alpha1';
  kind: 'DistributedReplicatedInMemoryCacheServerForSeveralRegions';
}

export const DistributedReplicatedInMemoryCacheServerForSeveralRegions =
  defineKind<DistributedReplicatedInMemoryCacheServerForSeveralRegions>({
    apiVersion:
      'replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com/v1alpha1',
    kind: 'DistributedReplicatedInMemoryCacheServerForSeveralRegions',
    plural: 'distributedreplicatedinmemorycacheserverforseveralregions',
    scope: 'Namespaced',
  });

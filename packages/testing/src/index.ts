// Cluster: an API server inside the test process, a real one, and polling.
export { VirtualClock } from './clock/virtual-clock.ts';
export type {
  AuditEvent,
  AuditedObject,
  AuditedStatus,
  AuditedUser,
} from './api-server/audit/audit-event.ts';
export type {
  ConnectionControls,
  ExecHandler,
  ExecRequest,
  ExecResult,
  PortHandler,
  PortRequest,
} from './api-server/connections/connections.ts';
export {
  type ClusterOptions,
  type EmbeddedCluster,
  startCluster,
  type TestCluster,
  type WorkloadCluster,
} from './cluster.ts';
export { StateError } from './state/state-error.ts';
export { realServerAvailable } from './envtest/availability.ts';
export { findBinary } from './envtest/binaries.ts';
export type { Program } from './envtest/programs.ts';
export {
  type ClusterProgram,
  type OwnRealCluster,
  type RealCluster,
  type RealClusterOptions,
  startRealCluster,
} from './envtest/real-cluster.ts';
export { eventually, type EventuallyOptions } from './eventually.ts';
export { type FileLock, tryFileLock } from './file-lock.ts';
export type { Manifests } from './install-manifests.ts';
export type { ClusterSnapshot } from './snapshot.ts';
export { serviceAccountTransport } from './service-account-transport.ts';
export type { NodeControls } from './workloads/controls/node-controls.ts';
export type { CrashOptions, PodControls } from './workloads/controls/pod-controls.ts';
export type { NodeOptions } from './workloads/nodes/node-options.ts';
export { disrupt, type DisruptOptions } from './workloads/disrupt.ts';
export type { WorkloadsOptions } from './workloads/workloads-options.ts';

// Faults: a transport that fails as real connections do.
export { type ChaosOptions, type ChaosTransport, chaosTransport } from './chaos/chaos-transport.ts';
export { type Fault, type FaultRates, usualRates } from './chaos/fault.ts';
export { type ServedTransport, serveTransport } from './chaos/serve-transport.ts';

// Scenarios: what an operator must do right, whatever it does.
export { type CrashScenario, recoversFromCrashes } from './operator/crash-points.ts';
export { type DriftScenario, revertsDrift } from './operator/drift.ts';
export { matchesRole, type RoleScenario } from './operator/role-check.ts';
export type { OperatorScenario, ScenarioCluster } from './operator/scenario.ts';
export { reachesSteadyState } from './operator/steady-state.ts';

// Permissions: what requests need, and what rules grant.
export type { Access } from './api-server/authorization/access.ts';
export type { PolicyRule } from './api-server/authorization/rbac-policy.ts';
export { ruleAllows } from './api-server/authorization/rule-allows.ts';
export { accessOf } from './permissions/access-of-request.ts';

// Samples: objects for webhook tests, and the context of an admission request.
export { admissionContext, type AdmissionContextOptions } from './samples/admission-context.ts';
export { roundTrips, type RoundTripOptions } from './samples/round-trips.ts';
export { type SampleOptions, samplesOf } from './samples/samples-of.ts';

// Objects: Kubernetes objects, their kinds, conditions and owners. No requests.
export { childName } from './objects/child-name.ts';
export {
  type Condition,
  findCondition,
  isConditionTrue,
  type NewCondition,
  removeCondition,
  setCondition,
} from './objects/condition.ts';
export { type DeepReadonly, draft, type ReadonlyList } from './objects/deep-readonly.ts';
export type { Defaults, Input } from './objects/defaults.ts';
export type { Apply, DeepPartial, New } from './objects/desired.ts';
export { type DynamicObject, dynamicKind } from './objects/dynamic-kind.ts';
export {
  defineKind,
  type KeyFor,
  type Kind,
  type KindDefinition,
  type Scope,
  type View,
} from './objects/kind.ts';
export type { LabelSelector, LabelSelectorRequirement } from './objects/label-selector.ts';
export type { ManagedFieldsEntry, ObjectMeta, OwnerReference, TemplateMeta } from './objects/metadata.ts';
export type {
  CustomObject,
  CustomResource,
  KubernetesObject,
  ObjectKey,
  ObjectList,
} from './objects/object.ts';
export {
  controllerOf,
  controllerReference,
  isBeingDeleted,
  isOwnedBy,
  ownerReference,
  requireOwnable,
} from './objects/ownership.ts';
export type { OrUndefined } from './objects/or-undefined.ts';
export { compareResourceVersion } from './objects/resource-version.ts';
export type {
  Base64,
  Double,
  Duration,
  Int32,
  Int64,
  Integer,
  IntOrString,
  JSONValue,
  MicroTime,
  Quantity,
  RawExtension,
  Time,
} from './objects/scalars.ts';
export { labelsMatch, type Selector } from './objects/selector.ts';
export type { Status, StatusCause, StatusDetails } from './objects/status.ts';
export { toMicroTime, toTime } from './objects/time.ts';
export type { Unvalidated } from './objects/unvalidated.ts';
export { type MetadataOf, metadataOf, type ProjectionOf, projectionOf } from './objects/views.ts';

// Client: requests to an API server, and the errors it returns.
export type {
  ApplyOptions,
  AttachOptions,
  Client,
  CollectionOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  ExecOptions,
  LabelQuery,
  ListOptions,
  LogOptions,
  PatchOptions,
  PortForwardOptions,
  ReadOptions,
  RequestOptions,
  StatusOf,
  Subresource,
  SubresourceOf,
  TerminalSize,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client/client.ts';
export { type ClientOptions, createClient } from './client/create-client.ts';
export { CommandError, type CommandOutput } from './client/command-error.ts';
export type { DiscoveredKind } from './client/discovered-kind.ts';
export { type CreateOrUpdateResult, createOrUpdate } from './client/create-or-update.ts';
export {
  AlreadyExistsError,
  ApiError,
  type ApiErrorDetails,
  BadRequestError,
  ConflictError,
  ExpiredError,
  type FailedRequest,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  ServerError,
  TooLargeError,
  TooManyRequestsError,
  UnauthorizedError,
  UnsupportedError,
} from './client/errors.ts';
export { ensureFinalizer, releaseFinalizer } from './client/finalizers.ts';
export type { LiveClient } from './client/live-client.ts';
export { type KindQuery, Mapper } from './client/mapper.ts';
export {
  jsonPatch,
  type JsonPatchOperation,
  mergePatch,
  mergePatchFrom,
  type MergePatchFromOptions,
  type Patch,
  strategicPatch,
} from './client/patch.ts';
export type { ImpersonatedUser } from './transport/impersonation.ts';
export type { NewSubresource, SubresourceTypes } from './client/subresource.ts';
export { type FinalizerHooks, withFinalizer } from './client/with-finalizer.ts';
export {
  applyOrRecreate,
  type ApplyOrRecreateOptions,
  type ApplyOrRecreateResult,
  type ImmutablePolicy,
} from './recreate/apply-or-recreate.ts';
export { isImmutableError } from './recreate/immutable.ts';
export { ConnectionError } from './transport/connection-error.ts';

// Cache: the watched kinds in memory.
export type { Cache, CachedListOptions, KindStatus } from './cache/cache.ts';
export type { Change } from './cache/change.ts';
export type { KindSelection, ObjectSelection, WatchSelection } from './cache/kind-selection.ts';
export type { WatchProblem } from './cache/reflector.ts';
export type { IndexFunction, IndexQuery } from './cache/store.ts';

// Controller: reconcilers, what triggers them, and what they return.
export {
  type ObjectFilterOptions,
  operatorAnnotation,
  pausedAnnotation,
} from './controller/object-filter.ts';
export type { Controller, ControllerOptions } from './controller/controller.ts';
export type {
  ControllerBuilder,
  PrimaryControllerBuilder,
  WatchesOptions,
} from './controller/controller-builder.ts';
export type { SourceOptions } from './controller/source-options.ts';
export type { IterableSourceOptions, SourceMapFunction, SourceValues } from './controller/iterable-source.ts';
export type { ReconcileContext, Reconciler } from './controller/reconciler.ts';
export {
  done,
  type DurationText,
  type Request,
  requeue,
  requeueAfter,
  type Result,
  TerminalError,
} from './controller/result.ts';
export type { MapFunction } from './controller/sources.ts';
export type { BackoffOptions } from './queue/backoff.ts';
export { type Cause, describeCause } from './queue/cause.ts';
export type { Priority } from './queue/priority.ts';

// Events: events about objects, as kubectl describe shows them.
export type { EventOptions, EventRecorder } from './events/event-recorder.ts';

// Webhooks: the interfaces of admission and conversion webhooks.
export type { AdmissionContext } from './webhook/admission-context.ts';
export type { Converted, Converter } from './webhook/converter.ts';
export type { Defaulter } from './webhook/defaulter.ts';
export { Denied, deny, type DenyOptions, type FieldProblem } from './webhook/denied.ts';
export type { MutatingHandler } from './webhook/mutating-handler.ts';
export type { ValidatingHandler } from './webhook/validating-handler.ts';
export type { Validator } from './webhook/validator.ts';

// Manager: starts and stops controllers, webhooks and servers.
export { certificateFiles } from './certificates/certificate-files.ts';
export { managedCertificates, type ManagedCertificatesOptions } from './certificates/managed-certificates.ts';
export { selfSignedCertificates } from './certificates/self-signed.ts';
export { type Clock, systemClock } from './clock.ts';
export type { Component, ComponentStage } from './component.ts';
export type { LeaderElectionOptions } from './leader-election/leader-election-options.ts';
export { NotLeaderError } from './leader-election/held-lease.ts';
export type { Cluster, ClusterOptions } from './manager/cluster.ts';
export type { HealthCheck } from './manager/health-checks.ts';
export { Manager, type ManagerOptions, type MemberClusterOptions } from './manager/manager.ts';
export { shutdownSignal } from './manager/shutdown-signal.ts';
export { type NamespaceSources, ownNamespace } from './manager/pod-identity.ts';
export { watchNamespaces } from './manager/watch-namespaces.ts';

// Logging: structured logs.
export { createLogger, type LoggerOptions } from './logging/create-logger.ts';
export type { LogFields, Logger } from './logging/logger.ts';

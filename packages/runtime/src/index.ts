// Objects: what the API server stores, and helpers that ask it nothing.
export { childName } from './objects/child-name.ts';
export {
  type Condition,
  findCondition,
  isConditionTrue,
  type NewCondition,
  removeCondition,
  setCondition,
} from './objects/condition.ts';
export type { Apply, DeepPartial, New } from './objects/desired.ts';
export { type DynamicObject, dynamicKind } from './objects/dynamic-kind.ts';
export { defineKind, type Kind, type KindDefinition, type View } from './objects/kind.ts';
export type { LabelSelector, LabelSelectorRequirement } from './objects/label-selector.ts';
export type { ManagedFieldsEntry, ObjectMeta, OwnerReference, TemplateMeta } from './objects/metadata.ts';
export type { CustomResource, KubernetesObject, ObjectKey, ObjectList } from './objects/object.ts';
export {
  controllerOf,
  controllerReference,
  isBeingDeleted,
  isOwnedBy,
  ownerReference,
  requireOwnable,
} from './objects/ownership.ts';
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
export { type MetadataOf, metadataOf, type ProjectionOf, projectionOf } from './objects/views.ts';

// Transport: connections to one API server, and who asks.
export { ConnectionError } from './transport/connection-error.ts';
export type { HttpTransportOptions } from './transport/http-transport.ts';
export { type KubeConfigOptions, kubeConfigTransport } from './transport/kube-config-transport.ts';
export { type ServerOptions, serverTransport } from './transport/server-transport.ts';
export type { Transport, TransportRequest, TransportResponse } from './transport/transport.ts';

// Client: requests to one API server, and what may be wrong with them.
export type {
  ApplyOptions,
  Client,
  CollectionOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  LabelQuery,
  ListOptions,
  LogOptions,
  PatchOptions,
  ReadOptions,
  RequestOptions,
  StatusOf,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client/client.ts';
export { type ClientOptions, createClient } from './client/create-client.ts';
export type { DiscoveredKind } from './client/discovered-kind.ts';
export { type CreateOrUpdateResult, createOrUpdate } from './client/create-or-update.ts';
export { type KindQuery, Mapper } from './client/mapper.ts';
export { errorFrom } from './client/error-from.ts';
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
export { type FinalizerHooks, withFinalizer } from './client/with-finalizer.ts';
export {
  jsonPatch,
  type JsonPatchOperation,
  mergePatch,
  mergePatchFrom,
  type MergePatchFromOptions,
  type Patch,
  strategicPatch,
} from './client/patch.ts';

// Cache: declared kinds in memory.
export type { Cache, KindStatus } from './cache/cache.ts';
export type { Change } from './cache/change.ts';
export type { Problem } from './cache/reflector.ts';
export type { KindSelection } from './cache/kind-selection.ts';
export type { IndexFunction, IndexQuery } from './cache/store.ts';

// Controller: from changes to reconciles.
export { type AttentionOptions, operatorAnnotation, pausedAnnotation } from './controller/attention.ts';
export type { Controller, ControllerOptions } from './controller/controller.ts';
export type {
  ControllerBuilder,
  PrimaryControllerBuilder,
  WatchesOptions,
} from './controller/controller-builder.ts';
export type { SourceOptions } from './controller/counts.ts';
export type { IterableSourceOptions, MapValue, Values } from './controller/iterable-source.ts';
export {
  allOf,
  annotationsChanged,
  anyChange,
  anyOf,
  changedIn,
  generationChanged,
  labelsChanged,
  lifecycleChanged,
  not,
  notOwnStatus,
  type Predicate,
} from './controller/predicates.ts';
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
export type { Span, SpanAttributes, Tracer } from './controller/tracing.ts';
export type { MapFunction } from './controller/sources.ts';
export type { BackoffOptions } from './queue/backoff.ts';
export { type Cause, describeCause } from './queue/cause.ts';

// Composites: pure functions that say what an object's children should be.
export { child, type Child, type ChildFields } from './composite/child.ts';
export type {
  CompositeOptions,
  Desired,
  DesiredContext,
  Finalized,
  OwnedKinds,
} from './composite/composite.ts';
export { compositeLabel, type Inherit } from './composite/dress.ts';
export { observed, type Observed } from './composite/observed.ts';
export { owned, type Owned, type OwnedOptions, type UpdateStrategy } from './composite/owned.ts';
export type { RelatedQuery } from './composite/related.ts';
export {
  type Applied,
  applyOrRecreate,
  type ImmutablePolicy,
  type RecreateOptions,
} from './recreate/apply-or-recreate.ts';
export { isImmutableError } from './recreate/immutable.ts';

// Decorators: pure functions that say what is attached to objects of others.
export {
  type Decorated,
  decorated,
  type DecoratedKinds,
  type Decoration,
  type DecoratorOptions,
  type Undecorated,
} from './decorator/decorator.ts';

// Plans: ordered steps, each of which waits until what it made is healthy.
export {
  type Phase,
  type Plan,
  type Reference,
  runPlanAnnotation,
  type Step,
  type StepContext,
  type Strategy,
} from './plans/plan.ts';
export type { PlanParent, PlanRun, PlansStatus, StepRun } from './plans/plan-status.ts';
export type { PlansOptions } from './plans/plans.ts';

// Primary election: which Pod of an application is the primary.
export {
  fencingTokenAnnotation,
  PrimaryElection,
  type PrimaryElectionOptions,
  type PrimaryElectionRequest,
  type PrimaryElectionResult,
} from './election/primary-election.ts';

// Health: how an object fares, by its status.
export { healthByCondition, healthOf, healthOfAll, isHealthy } from './health/health.ts';
export { failed, healthy, type Health, progressing } from './health/verdict.ts';

// Events: what people are told about objects.
export type { EventOptions, EventRecorder } from './events/event-recorder.ts';

// Webhooks: what the API server asks before it stores an object, and to read one in another version.
export type { AdmissionContext } from './webhook/admission-context.ts';
export type { AdmissionRequest, Operation } from './webhook/admission-review.ts';
export type { ConversionBuilder } from './webhook/conversion-builder.ts';
export type { Converted, Converter } from './webhook/converter.ts';
export type { Defaulter } from './webhook/defaulter.ts';
export { Denied, deny, type DenyOptions, type FieldProblem } from './webhook/denied.ts';
export type { Validator } from './webhook/validator.ts';
export type { WebhookBuilder, WebhookOptions } from './webhook/webhook-builder.ts';
export type { WebhookEndpoint } from './webhook/webhook-server.ts';
export type { WebhookServerOptions } from './webhook/webhook-server-options.ts';

// Certificates: what the servers of a manager show.
export { certificateFiles } from './certificates/certificate-files.ts';
export type {
  CertificateContext,
  CertificateProvider,
  ServedWebhooks,
  ServingCertificate,
} from './certificates/certificate-provider.ts';
export { managedCertificates, type ManagedCertificatesOptions } from './certificates/managed-certificates.ts';
export { selfSignedCertificates } from './certificates/self-signed.ts';

// Schedules: what is due when, and which old runs may go.
export {
  type ConcurrencyPolicy,
  runName,
  type Start,
  startOf,
  type StartOptions,
} from './schedule/concurrency.ts';
export { dueRun, type DueRun, type DueRunOptions } from './schedule/due-run.ts';
export { type HistoryLimits, surplus } from './schedule/history.ts';
export { Schedule, type ScheduleOptions } from './schedule/schedule.ts';

// Manager: everything that runs, from start to stop.
export { type Clock, systemClock } from './clock.ts';
export type { Cluster, ClusterOptions } from './manager/cluster.ts';
export type { Component, Stage } from './component.ts';
export type { HealthCheck } from './manager/health-checks.ts';
export { Manager, type ManagerOptions } from './manager/manager.ts';
export { shutdownSignal } from './manager/shutdown-signal.ts';
export { watchNamespaces } from './manager/watch-namespaces.ts';

// Leader election: one replica works, the others stand by.
export type { LeaderElectionOptions } from './leader-election/leader-election-options.ts';
export { NotLeaderError } from './leader-election/term.ts';

// Metrics: what an operator counts, and where it shows that.
export type { Counter, CounterSeries } from './metrics/counter.ts';
export type { Gauge } from './metrics/gauge.ts';
export type { Histogram, HistogramOptions, HistogramSeries } from './metrics/histogram.ts';
export type { MetricOptions } from './metrics/metric.ts';
export type { Metrics } from './metrics/metrics.ts';
export type { MetricsOptions } from './metrics-server/metrics-options.ts';

// Logging: what an operator says of what it does.
export { createLogger, type LoggerOptions } from './logging/create-logger.ts';
export type { LogFields, Logger } from './logging/logger.ts';

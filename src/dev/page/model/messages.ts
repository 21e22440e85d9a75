/** What the server of the page and the page send each other, as JSON. */
import type { Health } from '@opgen/runtime/health';
import type { FieldChange, Run, Statistics } from '@opgen/runtime/runs';

/** An object of any kind, as the API server sends it. */
export interface PageObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly uid: string; readonly controller?: boolean }[];
    readonly managedFields?: readonly ManagedFields[];
  };
  readonly [field: string]: unknown;
}

export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1?: Readonly<Record<string, unknown>>;
}

/** An object in the list of the page: without managed fields, and without the data of Secrets. */
export interface ObjectView {
  readonly object: PageObject;
  readonly health: Health;
}

/** A watched kind. */
export interface KindView {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The project defines it. */
  readonly own: boolean;
  /** It has the subresource `scale`. */
  readonly scalable: boolean;
}

/** A recorded change of an object. */
export interface Moment {
  /** Increases with each moment. */
  readonly id: number;
  /** RFC 3339 with milliseconds. */
  readonly time: string;
  readonly event: 'added' | 'updated' | 'deleted';
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** For `updated`. */
  readonly changes?: readonly FieldChange[];
}

/** The operator's process. */
export interface OperatorView {
  readonly state: 'starting' | 'running' | 'stopped';
  /** Why it stopped. */
  readonly message?: string;
  /** When it entered this state, in RFC 3339. */
  readonly since: string;
}

/** A reconcile that runs for suspiciously long; other requests for its object wait. */
export interface StuckReconcile {
  readonly controller: string;
  /** `default/web`. */
  readonly name: string;
  /** When it started, in RFC 3339. */
  readonly since: string;
}

/** What the cluster can do beyond the API of Kubernetes. */
export interface ClusterView {
  readonly url: string;
  readonly version: string;
  /** Nodes and containers are simulated, so the page can make them fail. */
  readonly simulated: boolean;
}

/** The faults between the operator and the API server. */
export interface FaultsView {
  readonly active: boolean;
  readonly seed: number;
  /** The probability of each fault; the others never happen. */
  readonly rates: FaultRates;
  /** How often each has happened since the operator started. */
  readonly happened: Readonly<Record<string, number>>;
  /** Writes that the API server has completed since the operator started. */
  readonly writes: number;
  /** Where the operator is going to crash. */
  readonly crash?: CrashPoint | undefined;
  /** The last faults, newest first. */
  readonly recent: readonly FaultView[];
}

/** The probability of faults by name, from 0 to 1. */
export type FaultRates = Readonly<Record<string, number | undefined>>;

export interface FaultView {
  /** Increases with each fault. */
  readonly id: number;
  /** RFC 3339. */
  readonly time: string;
  readonly fault: string;
  /** Such as `patch deployments.apps default/shop`. */
  readonly request: string;
}

/** What the roles of the operator allow, what it has used of that, and what the API server refused. */
export interface PermissionsView {
  /** The ServiceAccount: `shop-system/shop-controller-manager`. */
  readonly account: string;
  /** Those with a refused verb first, then those with a marker that grants an unused one. */
  readonly rows: readonly PermissionRow[];
  /** Permissions that it used and that no role of the project grants: `list secrets`. */
  readonly elsewhere: readonly string[];
}

/** The verbs on one resource. */
export interface PermissionRow {
  /** `deployments.apps/status`, or a path. */
  readonly resource: string;
  /** `ClusterRole shop-manager-role`; undefined if no role names the resource. */
  readonly role?: string;
  /** The only namespace in which the role grants it. */
  readonly namespace?: string;
  /** The only objects that the rule names. */
  readonly names?: readonly string[];
  readonly verbs: readonly PermissionVerb[];
  readonly advice: readonly PermissionAdvice[];
}

export interface PermissionVerb {
  readonly verb: string;
  readonly state: 'used' | 'unused' | 'refused';
  /** The number of requests. */
  readonly count: number;
}

/** A marker to add or to remove. */
export interface PermissionAdvice {
  readonly action: 'add' | 'remove';
  /** Its line: `// +rbac:groups=apps,resources=deployments,verbs=create`. */
  readonly marker: string;
  /** Where it is, or where to add it; undefined if that is unknown: `src/controllers/shop/shop.controller.ts:14`. */
  readonly place?: string;
  /** For `remove`: those of its verbs on the resource that were not used. */
  readonly verbs: readonly string[];
}

/** A write at which the operator crashes. */
export interface CrashPoint {
  /** The number of writes from now on. */
  readonly writes: number;
  /** Whether the operator still receives the response of the last one. */
  readonly response: 'lost' | 'delivered';
}

/** Actions on the operator and its connection. */
export interface OperatorActions {
  /** Switches faults on with these probabilities, or off. */
  injectFaults: { body: { active: boolean; rates?: FaultRates }; result: null };
  /** Ends the operator without a graceful stop, and starts it again. */
  killOperator: { body: Record<string, never>; result: null };
  crashOperator: { body: CrashPoint; result: null };
}

/**
 * Values of which the page shows the latest. A panel that needs more data adds its value here; the server then calls
 * `page.publish(name, value)`, and the panel reads `model.topics[name]`.
 */
export interface Topics {
  operator: OperatorView;
  stuck: readonly StuckReconcile[];
  statistics: Statistics;
  faults: FaultsView;
  permissions: PermissionsView;
}

/** Everything that the page shows. The first message of the stream. */
export interface Snapshot {
  readonly project: string;
  readonly cluster: ClusterView;
  readonly kinds: readonly KindView[];
  readonly objects: readonly ObjectView[];
  /** Oldest first. */
  readonly runs: readonly Run[];
  /** Oldest first. */
  readonly moments: readonly Moment[];
  readonly topics: Readonly<Partial<Topics>>;
}

/** What changed since the previous message of the stream. */
export interface Update {
  readonly kinds?: readonly KindView[];
  readonly objects?: readonly ObjectView[];
  /** The uids of objects that are gone. */
  readonly gone?: readonly string[];
  readonly runs?: readonly Run[];
  readonly moments?: readonly Moment[];
  readonly topics?: Readonly<Partial<Topics>>;
}

export type StreamMessage = { readonly snapshot: Snapshot } | { readonly update: Update };

/** An object as it is addressed by actions. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The actions of the page: the body of each request, and its result. A new action is added here and in `Page`. */
export interface Actions extends OperatorActions {
  /** The object with its managed fields; the data of a Secret only with `reveal`. */
  read: { body: ObjectReference & { reveal?: boolean }; result: PageObject };
  /** All objects right after a moment. */
  past: { body: { moment: number }; result: readonly ObjectView[] };
  /** Replaces an object by YAML. */
  edit: { body: { yaml: string }; result: PageObject };
  scale: { body: ObjectReference & { replicas: number }; result: null };
  delete: { body: ObjectReference; result: null };
  /** Ends a container of a simulated Pod with exit code 1. */
  crash: { body: ObjectReference; result: null };
  /** A simulated node stops answering. */
  failNode: { body: { name: string }; result: null };
  recoverNode: { body: { name: string }; result: null };
}

/** The answer to an action that failed. */
export interface ActionError {
  readonly error: string;
}

import type { MatchCondition } from '../admission/match-condition.ts';
import type { LabelSelector } from '../selectors/label-selector.ts';

/** A `MutatingWebhookConfiguration` or a `ValidatingWebhookConfiguration` of `admissionregistration.k8s.io/v1`. */
export interface WebhookConfiguration {
  readonly apiVersion: 'admissionregistration.k8s.io/v1';
  readonly kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration';
  readonly metadata: { readonly name: string };
  readonly webhooks?: readonly Webhook[];
}

/** A `MutatingWebhook` or a `ValidatingWebhook`. The API server sets defaults for the optional fields. */
export interface Webhook {
  readonly name: string;
  readonly admissionReviewVersions: readonly string[];
  readonly clientConfig: WebhookClientConfig;
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly matchConditions?: readonly MatchCondition[];
  readonly matchPolicy?: 'Exact' | 'Equivalent';
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  /** Only for mutating webhooks. */
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
  readonly rules?: readonly RuleWithOperations[];
  readonly sideEffects: 'None' | 'NoneOnDryRun';
  readonly timeoutSeconds?: number;
}

/** The address of a webhook, a URL or a Service, and its certificate authority. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** PEM in base64. If it is absent, the system's trust roots apply. */
  readonly caBundle?: string;
}

/** The Service that serves a webhook. */
export interface ServiceReference {
  readonly name: string;
  readonly namespace: string;
  readonly path?: string;
  readonly port?: number;
}

/** The requests that a webhook receives. */
export interface RuleWithOperations {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly operations: readonly OperationType[];
  readonly resources: readonly string[];
  readonly scope?: 'Namespaced' | 'Cluster' | '*';
}

/** An operation that a rule of a webhook matches; `*` matches all. */
export type OperationType = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | '*';

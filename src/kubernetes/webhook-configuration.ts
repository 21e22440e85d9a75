export interface WebhookConfiguration {
  apiVersion: 'admissionregistration.k8s.io/v1';
  kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration';
  metadata: { name: string };
  webhooks: Webhook[];
}

export interface Webhook {
  name: string;
  admissionReviewVersions: string[];
  clientConfig: { service?: ServiceReference; url?: string };
  failurePolicy: 'Fail' | 'Ignore';
  matchConditions?: MatchCondition[];
  matchPolicy?: 'Exact' | 'Equivalent';
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  reinvocationPolicy?: 'Never' | 'IfNeeded';
  rules: RuleWithOperations[];
  sideEffects: 'None' | 'NoneOnDryRun';
  timeoutSeconds?: number;
}

export interface ServiceReference {
  name: string;
  namespace: string;
  path?: string;
  port?: number;
}

export interface RuleWithOperations {
  apiGroups: string[];
  apiVersions: string[];
  operations: Operation[];
  resources: string[];
  scope?: 'Namespaced' | 'Cluster' | '*';
}

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | '*';

export interface MatchCondition {
  name: string;
  expression: string;
}

export interface LabelSelector {
  matchLabels?: { [label: string]: string };
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

/** Specs that cannot pass, and those that would wait for minutes before they fail. */
export interface Exclusion {
  readonly specs: RegExp;
  readonly reason: string;
}

export const exclusions: readonly Exclusion[] = [
  {
    specs: / (AdmissionWebhook|CustomResourceConversionWebhook|CustomResourceFieldSelectors|Aggregator) /,
    reason: 'deploys a server in a Pod, and no containers run here',
  },
  {
    specs: /(any stateful pod is unhealthy|even with unhealthy pods|rolling updates and roll backs)/,
    reason: 'executes commands in containers, and no containers run here',
  },
  { specs: /should serve a basic image/, reason: 'sends requests to Pods, and no containers run here' },
  {
    specs: /version has been compacted away/,
    reason: 'waits for minutes until a list expires, and the server does not compact its history by time',
  },
];

/** The specs that `.ci/run` runs too: together they take about a minute. */
export const fast: RegExp = new RegExp(
  [
    / (Discovery|FieldValidation|AggregatedDiscovery|Watchers|Table transformation|server version) /,
    / CustomResourceDefinition resources /,
    / (Deployment (Deployment|RecreateDeployment|RollingUpdateDeployment)|Replicaset|ReplicaSet should adopt) /,
    / ReplicationController should (adopt|get|release) /,
    / DisruptionController should (create|observe) /,
  ]
    .map(({ source }) => source)
    .join('|'),
);

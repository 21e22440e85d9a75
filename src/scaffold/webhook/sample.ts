import { isClusterScoped } from '../../kubernetes/built-in-resources.ts';
import { qualifiedGroup } from '../../project/group-version-kind.ts';
import { kebabCase } from '../../project/names.ts';
import type { ProjectResource } from '../../project/project-resource.ts';

const containers = "containers: [{ name: 'main', image: 'registry.example.com/main:1' }]";
const labels = "{ app: 'sample' }";
const ofReplicas = `spec: {
  selector: { matchLabels: ${labels} },
  template: {
    metadata: { labels: ${labels} },
    spec: { ${containers} },
  },
},`;
const ofJob = `spec: {
  template: { spec: { restartPolicy: 'Never', ${containers} } },
},`;

/** The smallest bodies that the API server accepts. Other kinds need no body, or the user adds one. */
const bodies: Readonly<Record<string, string>> = {
  ConfigMap: "data: { key: 'value' },",
  CronJob: `spec: {
  schedule: '@daily',
  jobTemplate: {
    spec: { template: { spec: { restartPolicy: 'Never', ${containers} } } },
  },
},`,
  DaemonSet: ofReplicas,
  Deployment: ofReplicas,
  HorizontalPodAutoscaler:
    "spec: {\n  maxReplicas: 3,\n  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'sample' },\n},",
  Ingress: "spec: { defaultBackend: { service: { name: 'sample', port: { number: 80 } } } },",
  Job: ofJob,
  Lease: "spec: { holderIdentity: 'sample' },",
  Namespace: 'spec: {},',
  NetworkPolicy: 'spec: { podSelector: {} },',
  Node: 'spec: {},',
  PersistentVolumeClaim:
    "spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },",
  Pod: `spec: { ${containers} },`,
  PodDisruptionBudget: `spec: { maxUnavailable: 1, selector: { matchLabels: ${labels} } },`,
  ReplicaSet: ofReplicas,
  ResourceQuota: "spec: { hard: { pods: '10' } },",
  Service: `spec: { selector: ${labels}, ports: [{ port: 80 }] },`,
  StatefulSet: ofReplicas.replace('spec: {', "spec: {\n  serviceName: 'sample',"),
};

/** Whether a built-in or external kind is namespaced. */
export function hasNamespace(resource: ProjectResource): boolean {
  const { core, kind, version } = resource;
  return core !== true || !isClusterScoped(qualifiedGroup(resource), version, kind);
}

/** An object of a built-in or external kind, as an array element in a generated test. */
export function sampleOf(resource: ProjectResource): string {
  const { core, kind, version } = resource;
  const group = qualifiedGroup(resource);
  const body =
    (core === true ? bodies[kind] : undefined) ?? '// TODO: add the fields that the API server requires.';
  const lines = [
    '{',
    `  apiVersion: '${group === '' ? version : `${group}/${version}`}',`,
    `  kind: '${kind}',`,
    '  metadata: {',
    `    name: '${kebabCase(kind)}-sample',`,
    ...(hasNamespace(resource) ? ["    namespace: 'default',"] : []),
    "    uid: 'b2d8f3a0',",
    "    resourceVersion: '1',",
    "    creationTimestamp: '2024-01-01T00:00:00Z',",
    '  },',
    ...body.split('\n').map((line) => `  ${line}`),
    '},',
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}

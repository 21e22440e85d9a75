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

/** The least that the API server takes as a body; kinds that are missing here need none, or are left to the user. */
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

/** Kinds of Kubernetes whose objects have no namespace. */
export const clusterScoped: ReadonlySet<string> = new Set([
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'IngressClass',
  'Namespace',
  'Node',
  'PersistentVolume',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
]);

/** An object of a kind that the project does not declare, as an element of a list in a test. */
export function sampleOf(resource: ProjectResource): string {
  const { core, kind, version } = resource;
  const group = qualifiedGroup(resource);
  const body = (core === true ? bodies[kind] : undefined) ?? '// Here: what else the API server requires.';
  const lines = [
    '{',
    `  apiVersion: '${group === '' ? version : `${group}/${version}`}',`,
    `  kind: '${kind}',`,
    '  metadata: {',
    `    name: '${kebabCase(kind)}-sample',`,
    ...(clusterScoped.has(kind) ? [] : ["    namespace: 'default',"]),
    "    uid: 'b2d8f3a0',",
    "    resourceVersion: '1',",
    "    creationTimestamp: '2024-01-01T00:00:00Z',",
    '  },',
    ...body.split('\n').map((line) => `  ${line}`),
    '},',
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}

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

/** The smallest bodies that the API server accepts. A kind that is not listed needs none, or the user adds it. */
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

/** Whether an object of this kind, which the project does not declare, has a namespace. */
export function hasNamespace(resource: ProjectResource): boolean {
  const { core, kind, version } = resource;
  return core !== true || !isClusterScoped(qualifiedGroup(resource), version, kind);
}

/** An object of a kind that the project does not declare, as an element of a list in a test. */
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

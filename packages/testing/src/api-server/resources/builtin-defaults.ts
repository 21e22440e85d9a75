import { isObject, type JsonObject } from '../schema/json.ts';
import type { Resource } from './resource.ts';

/** Sets what is not set. */
function fill(object: JsonObject, defaults: JsonObject): void {
  for (const [key, value] of Object.entries(defaults)) object[key] ??= value;
}

function part(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  if (isObject(value)) return value;
  const made: JsonObject = {};
  object[key] = made;
  return made;
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Fills in, in place, the defaults of the built-in kinds that stand in Kubernetes' code and not in its schemas. */
export function applyBuiltinDefaults(resource: Resource, object: JsonObject): void {
  defaultsOf[`${resource.group}/${resource.plural}`]?.(object);
}

const defaultsOf: Readonly<Record<string, (object: JsonObject) => void>> = {
  '/pods': (pod) => defaultPodSpec(part(pod, 'spec'), { enableServiceLinks: true }),
  '/services': defaultService,
  '/secrets': (secret) => {
    const text = secret['stringData'];
    if (isObject(text)) {
      const data = part(secret, 'data');
      for (const [key, value] of Object.entries(text))
        data[key] = Buffer.from(String(value)).toString('base64');
    }
    delete secret['stringData'];
    fill(secret, { type: 'Opaque' });
  },
  '/namespaces': (namespace) => {
    part(namespace, 'spec')['finalizers'] ??= ['kubernetes'];
    part(namespace, 'status')['phase'] ??= 'Active';
    const metadata = part(namespace, 'metadata');
    if (typeof metadata['name'] === 'string')
      part(metadata, 'labels')['kubernetes.io/metadata.name'] = metadata['name'];
  },
  '/persistentvolumeclaims': (claim) => {
    fill(part(claim, 'spec'), { volumeMode: 'Filesystem' });
    part(claim, 'status')['phase'] ??= 'Pending';
  },
  'apps/deployments': (deployment) => {
    const spec = part(deployment, 'spec');
    fill(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
    const strategy = part(spec, 'strategy');
    fill(strategy, { type: 'RollingUpdate' });
    if (strategy['type'] === 'RollingUpdate')
      fill(part(strategy, 'rollingUpdate'), { maxUnavailable: '25%', maxSurge: '25%' });
    defaultTemplate(spec);
  },
  'apps/replicasets': (set) => {
    fill(part(set, 'spec'), { replicas: 1 });
    defaultTemplate(part(set, 'spec'));
  },
  'apps/statefulsets': (set) => {
    const spec = part(set, 'spec');
    fill(spec, { replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: 'OrderedReady' });
    fill(part(spec, 'persistentVolumeClaimRetentionPolicy'), { whenDeleted: 'Retain', whenScaled: 'Retain' });
    const strategy = part(spec, 'updateStrategy');
    fill(strategy, { type: 'RollingUpdate' });
    if (strategy['type'] === 'RollingUpdate') fill(part(strategy, 'rollingUpdate'), { partition: 0 });
    defaultTemplate(spec);
  },
  'apps/daemonsets': (set) => {
    const spec = part(set, 'spec');
    fill(spec, { revisionHistoryLimit: 10 });
    const strategy = part(spec, 'updateStrategy');
    fill(strategy, { type: 'RollingUpdate' });
    if (strategy['type'] === 'RollingUpdate')
      fill(part(strategy, 'rollingUpdate'), { maxUnavailable: 1, maxSurge: 0 });
    defaultTemplate(spec);
  },
  'batch/jobs': (job) => defaultJobSpec(part(job, 'spec')),
  'batch/cronjobs': (job) => {
    const spec = part(job, 'spec');
    fill(spec, {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    defaultTemplate(part(part(spec, 'jobTemplate'), 'spec'));
  },
  'rbac.authorization.k8s.io/rolebindings': defaultBinding,
  'rbac.authorization.k8s.io/clusterrolebindings': defaultBinding,
};

function defaultJobSpec(spec: JsonObject): void {
  fill(spec, {
    parallelism: 1,
    completions: 1,
    backoffLimit: 6,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: 'TerminatingOrFailed',
  });
  defaultTemplate(spec);
}

function defaultBinding(binding: JsonObject): void {
  const group = 'rbac.authorization.k8s.io';
  fill(part(binding, 'roleRef'), { apiGroup: group });
  for (const subject of objects(binding['subjects']))
    if (subject['kind'] !== 'ServiceAccount') fill(subject, { apiGroup: group });
}

function defaultTemplate(spec: JsonObject): void {
  defaultPodSpec(part(part(spec, 'template'), 'spec'));
}

function defaultPodSpec(spec: JsonObject, more: JsonObject = {}): void {
  fill(spec, {
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    terminationGracePeriodSeconds: 30,
    ...more,
  });
  part(spec, 'securityContext');
  if (typeof spec['serviceAccountName'] === 'string') spec['serviceAccount'] ??= spec['serviceAccountName'];
  for (const container of [...objects(spec['containers']), ...objects(spec['initContainers'])])
    defaultContainer(container);
  for (const volume of objects(spec['volumes']))
    for (const source of ['secret', 'configMap', 'downwardAPI', 'projected'])
      if (isObject(volume[source])) fill(volume[source], { defaultMode: 420 });
}

function defaultContainer(container: JsonObject): void {
  const image = typeof container['image'] === 'string' ? container['image'] : '';
  const latest = !image.includes('@') && (!/:[^/]+$/.test(image) || image.endsWith(':latest'));
  part(container, 'resources');
  fill(container, {
    imagePullPolicy: latest ? 'Always' : 'IfNotPresent',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  });
  for (const port of objects(container['ports'])) fill(port, { protocol: 'TCP' });
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container[name];
    if (!isObject(probe)) continue;
    fill(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
    if (isObject(probe['httpGet'])) fill(probe['httpGet'], { path: '/', scheme: 'HTTP' });
  }
  for (const variable of objects(container['env'])) {
    const from = variable['valueFrom'];
    if (isObject(from) && isObject(from['fieldRef'])) fill(from['fieldRef'], { apiVersion: 'v1' });
  }
}

function defaultService(service: JsonObject): void {
  const spec = part(service, 'spec');
  fill(spec, { type: 'ClusterIP', sessionAffinity: 'None' });
  if (spec['type'] !== 'ExternalName') fill(spec, { internalTrafficPolicy: 'Cluster' });
  if (spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer')
    fill(spec, { externalTrafficPolicy: 'Cluster' });
  if (spec['type'] === 'LoadBalancer') fill(spec, { allocateLoadBalancerNodePorts: true });
  for (const port of objects(spec['ports'])) fill(port, { protocol: 'TCP', targetPort: port['port'] });
  part(service, 'status')['loadBalancer'] ??= {};
}

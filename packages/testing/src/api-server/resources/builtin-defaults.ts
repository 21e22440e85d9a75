import { defaultAutoscaler } from './autoscaler-defaults.ts';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { PodSpec } from '@opgen/runtime/kinds/core/v1';
import { qosClass } from '../../amounts/pod-resources.ts';
import type { Resource } from './resource.ts';

/** Sets a field if it is not set. */
function fill(object: JsonObject, defaults: JsonObject): void {
  for (const [key, value] of Object.entries(defaults)) object[key] ??= value;
}

/** Sets a map if it has no entries. */
function fillEmpty(object: JsonObject, key: string, entries: JsonObject): void {
  const value = object[key];
  if (!isObject(value) || Object.keys(value).length === 0) object[key] = { ...entries };
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

/** Sets, in place, the defaults of built-in kinds that are in Kubernetes' code and not in its schemas. */
export function applyBuiltinDefaults(resource: Resource, object: JsonObject): void {
  defaultsOf[`${resource.group}/${resource.plural}`]?.(object);
}

const defaultsOf: Readonly<Record<string, (object: JsonObject) => void>> = {
  '/pods': (pod) => {
    const spec = part(pod, 'spec');
    defaultPodSpec(spec, { enableServiceLinks: true });
    if (Number(spec['terminationGracePeriodSeconds']) < 0) spec['terminationGracePeriodSeconds'] = 1;
    for (const container of [...objects(spec['containers']), ...objects(spec['initContainers'])])
      requestLimits(part(container, 'resources'));
    fill(part(pod, 'status'), { phase: 'Pending', qosClass: qosClass(spec as unknown as PodSpec) });
  },
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
  '/limitranges': (range) => objects(part(range, 'spec')['limits']).forEach(defaultLimit),
  '/namespaces': (namespace) => {
    const metadata = part(namespace, 'metadata');
    // Later the subresource `finalize` may remove it.
    const isNew = metadata['uid'] === undefined;
    if (isNew) part(namespace, 'spec')['finalizers'] ??= ['kubernetes'];
    part(namespace, 'status')['phase'] ??= 'Active';
    if (typeof metadata['name'] === 'string')
      part(metadata, 'labels')['kubernetes.io/metadata.name'] = metadata['name'];
  },
  'autoscaling/horizontalpodautoscalers': defaultAutoscaler,
  '/persistentvolumeclaims': (claim) => {
    fill(part(claim, 'spec'), { volumeMode: 'Filesystem' });
    const isNew = part(claim, 'metadata')['resourceVersion'] === undefined;
    if (isNew) unifyDataSources(part(claim, 'spec'));
    part(claim, 'status')['phase'] ??= 'Pending';
    protect(part(claim, 'metadata'), 'kubernetes.io/pvc-protection');
  },
  '/persistentvolumes': (volume) => {
    fill(part(volume, 'spec'), { volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain' });
    part(volume, 'status')['phase'] ??= 'Pending';
    const { hostPath } = part(volume, 'spec');
    if (isObject(hostPath)) fill(hostPath, { type: '' });
    protect(part(volume, 'metadata'), 'kubernetes.io/pv-protection');
  },
  '/replicationcontrollers': (controller) => {
    const spec = part(controller, 'spec');
    fill(spec, { replicas: 1 });
    if (!isObject(spec['template'])) return;
    defaultTemplate(spec);
    const { labels } = part(spec['template'], 'metadata');
    if (!isObject(labels)) return;
    fillEmpty(spec, 'selector', labels);
    fillEmpty(part(controller, 'metadata'), 'labels', labels);
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
  'batch/jobs': (job) => {
    const spec = part(job, 'spec');
    defaultJobSpec(spec);
    if (spec['manualSelector'] !== true) selectByUid(spec, part(job, 'metadata'));
  },
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
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': (configuration) =>
    defaultWebhooks(configuration, { reinvocationPolicy: 'Never' }),
  'admissionregistration.k8s.io/validatingwebhookconfigurations': (configuration) =>
    defaultWebhooks(configuration, {}),
  'admissionregistration.k8s.io/mutatingadmissionpolicies': defaultPolicy,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': defaultPolicyBinding,
  'admissionregistration.k8s.io/validatingadmissionpolicies': defaultPolicy,
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': defaultPolicyBinding,
  'apiregistration.k8s.io/apiservices': (apiService) => {
    const { service } = part(apiService, 'spec');
    if (isObject(service)) fill(service, { port: 443 });
  },
  'discovery.k8s.io/endpointslices': (slice) => {
    for (const port of objects(slice['ports'])) fill(port, { name: '', protocol: 'TCP' });
  },
  '/endpoints': (endpoints) => {
    for (const subset of objects(endpoints['subsets']))
      for (const port of objects(subset['ports'])) fill(port, { protocol: 'TCP' });
  },
  '/nodes': defaultNode,
  'flowcontrol.apiserver.k8s.io/flowschemas': (schema) => {
    const spec = part(schema, 'spec');
    if (spec['matchingPrecedence'] === 0) delete spec['matchingPrecedence'];
    fill(spec, { matchingPrecedence: 1000 });
  },
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': defaultPriorityLevel,
  'networking.k8s.io/ingressclasses': (ingressClass) => {
    const { parameters } = part(ingressClass, 'spec');
    if (isObject(parameters)) fill(parameters, { scope: 'Cluster' });
  },
  'networking.k8s.io/networkpolicies': defaultNetworkPolicy,
  'storage.k8s.io/csidrivers': (driver) =>
    fill(part(driver, 'spec'), {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
    }),
  'storage.k8s.io/storageclasses': (storageClass) =>
    fill(storageClass, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  'scheduling.k8s.io/priorityclasses': (priorityClass) =>
    fill(priorityClass, { preemptionPolicy: 'PreemptLowerPriority' }),
  'rbac.authorization.k8s.io/rolebindings': defaultBinding,
  'rbac.authorization.k8s.io/clusterrolebindings': defaultBinding,
};

/** A claim names its source in an old and in a new field. The old one knows two kinds only. */
function unifyDataSources(spec: JsonObject): void {
  const { dataSource, dataSourceRef } = spec;
  if (isObject(dataSource)) {
    const { apiGroup, kind } = dataSource;
    const isClaim = kind === 'PersistentVolumeClaim' && !apiGroup;
    const isSnapshot = kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io';
    if (isClaim || isSnapshot) spec['dataSourceRef'] ??= { ...dataSource };
    else if (dataSourceRef === undefined) delete spec['dataSource'];
  } else if (isObject(dataSourceRef) && !dataSourceRef['namespace'])
    spec['dataSource'] = { ...dataSourceRef };
}

/**
 * The protection finalizer stays until a controller removes it; an object that is being deleted does not get it
 * again.
 */
function protect(metadata: JsonObject, finalizer: string): void {
  if (metadata['resourceVersion'] === undefined) metadata['finalizers'] ??= [finalizer];
}

function defaultWebhooks(configuration: JsonObject, more: JsonObject): void {
  for (const webhook of objects(configuration['webhooks'])) {
    fill(webhook, { failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 10, ...more });
    fill(webhook, { namespaceSelector: {}, objectSelector: {} });
    for (const rule of objects(webhook['rules'])) fill(rule, { scope: '*' });
    const { service } = part(webhook, 'clientConfig');
    if (isObject(service)) fill(service, { port: 443 });
  }
}

function defaultPolicy(policy: JsonObject): void {
  const spec = part(policy, 'spec');
  fill(spec, { failurePolicy: 'Fail' });
  defaultMatchResources(spec['matchConstraints']);
}

function defaultPolicyBinding(binding: JsonObject): void {
  defaultMatchResources(part(binding, 'spec')['matchResources']);
}

function defaultMatchResources(match: unknown): void {
  if (!isObject(match)) return;
  fill(match, { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} });
  for (const rule of [...objects(match['resourceRules']), ...objects(match['excludeResourceRules'])])
    fill(rule, { scope: '*' });
}

/** A Job selects its Pods by its own uid, which is set after admission. */
function selectByUid(spec: JsonObject, { uid, name }: JsonObject): void {
  if (uid === undefined) return;
  fill(part(spec, 'selector'), { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } });
  fill(part(part(part(spec, 'template'), 'metadata'), 'labels'), {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  });
}

function defaultJobSpec(spec: JsonObject): void {
  if (spec['parallelism'] === undefined) fill(spec, { completions: 1 });
  fill(spec, {
    parallelism: 1,
    backoffLimit: 6,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: 'TerminatingOrFailed',
  });
  if (isObject(spec['podFailurePolicy']))
    for (const rule of objects(spec['podFailurePolicy']['rules']))
      for (const condition of objects(rule['onPodConditions'])) fill(condition, { status: 'True' });
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
  for (const volume of objects(spec['volumes'])) defaultVolume(volume);
}

function defaultVolume(volume: JsonObject): void {
  const { hostPath, downwardAPI, projected, ephemeral } = volume;
  // A volume with nothing but its name is an emptyDir.
  if (Object.keys(volume).every((key) => key === 'name')) volume['emptyDir'] = {};
  for (const source of ['secret', 'configMap', 'downwardAPI', 'projected'])
    if (isObject(volume[source])) fill(volume[source], { defaultMode: 420 });
  if (isObject(hostPath)) fill(hostPath, { type: '' });
  if (isObject(downwardAPI)) defaultFieldReferences(downwardAPI['items']);
  if (isObject(projected))
    for (const { serviceAccountToken, downwardAPI: files } of objects(projected['sources'])) {
      if (isObject(serviceAccountToken)) fill(serviceAccountToken, { expirationSeconds: 3600 });
      if (isObject(files)) defaultFieldReferences(files['items']);
    }
  const template = isObject(ephemeral) ? ephemeral['volumeClaimTemplate'] : undefined;
  if (isObject(template)) fill(part(template, 'spec'), { volumeMode: 'Filesystem' });
}

function defaultFieldReferences(items: unknown): void {
  for (const { fieldRef, resourceFieldRef } of objects(items)) {
    if (isObject(fieldRef)) fill(fieldRef, { apiVersion: 'v1' });
    if (isObject(resourceFieldRef)) fill(resourceFieldRef, { divisor: '0' });
  }
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
    if (isObject(from)) defaultFieldReferences([from]);
  }
}

/** A node can allocate what it has, unless it says otherwise. */
function defaultNode(node: JsonObject): void {
  const [spec, status] = [part(node, 'spec'), part(node, 'status')];
  const { podCIDR, podCIDRs } = spec;
  if (podCIDR !== undefined && podCIDRs === undefined) spec['podCIDRs'] = [podCIDR];
  if (Array.isArray(podCIDRs) && podCIDRs.length > 0) spec['podCIDR'] = podCIDRs[0] as unknown;
  if (isObject(status['capacity'])) fillEmpty(status, 'allocatable', status['capacity']);
}

function defaultPriorityLevel(level: JsonObject): void {
  const spec = part(level, 'spec');
  if (isObject(spec['exempt'])) fill(spec['exempt'], { nominalConcurrencyShares: 0, lendablePercent: 0 });
  const { limited } = spec;
  if (!isObject(limited)) return;
  fill(limited, { nominalConcurrencyShares: 30, lendablePercent: 0 });
  const { queuing } = part(limited, 'limitResponse');
  if (isObject(queuing)) fill(queuing, { queues: 64, handSize: 8, queueLengthLimit: 50 });
}

/** Without types, a policy restricts ingress, and egress if it has rules for it. */
function defaultNetworkPolicy(policy: JsonObject): void {
  const spec = part(policy, 'spec');
  const rules = [...objects(spec['ingress']), ...objects(spec['egress'])];
  for (const rule of rules) for (const port of objects(rule['ports'])) fill(port, { protocol: 'TCP' });
  if (Array.isArray(spec['policyTypes']) && spec['policyTypes'].length > 0) return;
  spec['policyTypes'] = objects(spec['egress']).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

/** A container of a Pod requests what it is limited to, unless it says what it requests. */
function requestLimits(resources: JsonObject): void {
  if (isObject(resources['limits'])) fill(part(resources, 'requests'), resources['limits']);
}

/** The limits of containers have defaults, too. */
function defaultLimit(limit: JsonObject): void {
  if (limit['type'] !== 'Container') return;
  const amounts = (key: string): JsonObject => (isObject(limit[key]) ? limit[key] : {});
  const defaults = { ...amounts('max'), ...amounts('default') };
  const requests = { ...amounts('min'), ...defaults, ...amounts('defaultRequest') };
  if (Object.keys(defaults).length > 0) limit['default'] = defaults;
  if (Object.keys(requests).length > 0) limit['defaultRequest'] = requests;
}

function defaultService(service: JsonObject): void {
  const spec = part(service, 'spec');
  fill(spec, { type: 'ClusterIP', sessionAffinity: 'None' });
  if (spec['type'] !== 'ExternalName') fill(spec, { internalTrafficPolicy: 'Cluster' });
  if (spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer')
    fill(spec, { externalTrafficPolicy: 'Cluster' });
  if (spec['type'] === 'LoadBalancer') fill(spec, { allocateLoadBalancerNodePorts: true });
  if (spec['sessionAffinity'] === 'ClientIP') {
    const config = part(part(spec, 'sessionAffinityConfig'), 'clientIP');
    fill(config, { timeoutSeconds: 10_800 });
  } else if (spec['sessionAffinity'] === 'None') delete spec['sessionAffinityConfig'];
  for (const port of objects(spec['ports'])) {
    if (port['targetPort'] === '' || port['targetPort'] === 0) delete port['targetPort'];
    fill(port, { protocol: 'TCP', targetPort: port['port'] ?? 0 });
  }
  part(service, 'status')['loadBalancer'] ??= {};
}

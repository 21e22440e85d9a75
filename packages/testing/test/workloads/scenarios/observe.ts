import { controllerOf, type LiveClient } from '@opgen/runtime';
import {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
} from '@opgen/runtime/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@opgen/runtime/kinds/autoscaling/v2';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { Event, Pod, ReplicationController } from '@opgen/runtime/kinds/core/v1';
import { knownDifferences } from './known-differences.ts';
import { observeEndpoints } from './observe-endpoints.ts';
import { observeVolumes } from './observe-volumes.ts';

/** What a namespace contains, without what differs from run to run: names that are generated, uids and times. */
export async function observe(client: LiveClient, namespace: string): Promise<unknown> {
  const [deployments, controllers, sets, daemonSets, statefulSets, history, jobs, autoscalers, pods] =
    await Promise.all([
      client.list(Deployment, { namespace }),
      client.list(ReplicationController, { namespace }),
      client.list(ReplicaSet, { namespace }),
      client.list(DaemonSet, { namespace }),
      client.list(StatefulSet, { namespace }),
      client.list(ControllerRevision, { namespace }),
      client.list(Job, { namespace }),
      client.list(HorizontalPodAutoscaler, { namespace }),
      client.list(Pod, { namespace }),
    ]);
  const revisions = new Map(
    sets.items.map(({ metadata }) => [
      metadata.name,
      `revision-${metadata.annotations?.['deployment.kubernetes.io/revision']}`,
    ]),
  );
  for (const { metadata, revision } of history.items) {
    revisions.set(metadata.name, `history-${revision}`);
    const hash = metadata.labels?.['controller-revision-hash'];
    if (hash !== undefined) revisions.set(hash, `history-${revision}`);
  }
  const plain = (text: string): string => {
    let result = text;
    for (const [name, revision] of revisions) result = result.replaceAll(name, revision);
    return result.replaceAll(/(revision-\d+)-[a-z0-9]{5}\b/g, '$1-pod');
  };
  return {
    deployments: deployments.items.map(({ metadata, status }) => ({
      name: metadata.name,
      annotations: metadata.annotations,
      status: { ...status, conditions: (status?.conditions ?? []).map((each) => condition(each, plain)) },
    })),
    replicationControllers: controllers.items.map(({ metadata, spec, status }) => ({
      name: metadata.name,
      labels: metadata.labels,
      spec,
      status,
    })),
    replicaSets: sets.items
      .map(({ metadata, spec, status }) => ({
        name: plain(metadata.name),
        labels: Object.keys(metadata.labels ?? {}),
        annotations: metadata.annotations,
        owners: owners(metadata.ownerReferences, plain),
        replicas: spec.replicas,
        minReadySeconds: spec.minReadySeconds,
        status: {
          ...status,
          conditions: (status?.conditions ?? []).map((each) => condition(each, plain)),
          // How often it was scaled depends on how fast Pods started.
          observedGeneration: status?.observedGeneration === metadata.generation,
        },
      }))
      .toSorted(byName),
    daemonSets: daemonSets.items.map(({ metadata, status }) => ({
      name: metadata.name,
      annotations: metadata.annotations,
      status,
    })),
    statefulSets: statefulSets.items.map(({ metadata, status }) => ({
      name: metadata.name,
      status: {
        ...status,
        currentRevision: plain(status?.currentRevision ?? ''),
        updateRevision: plain(status?.updateRevision ?? ''),
      },
    })),
    history: history.items
      .map(({ metadata, revision, data }) => ({
        revision,
        name: plain(metadata.name),
        labels: Object.keys(metadata.labels ?? {}),
        annotations: metadata.annotations,
        owners: owners(metadata.ownerReferences, plain),
        data,
      }))
      .toSorted((a, b) => a.revision - b.revision),
    jobs: jobs.items.map(jobView),
    autoscalers: autoscalers.items.map(({ metadata, status }) => ({
      name: metadata.name,
      status: {
        ...status,
        lastScaleTime: status?.lastScaleTime !== undefined,
        conditions: (status?.conditions ?? []).map((each) => condition(each, plain)),
      },
    })),
    pods: pods.items
      .map((pod) => ({
        name: plain(nameOf(pod)),
        generateName: plain(pod.metadata.generateName ?? ''),
        owner: plain(controllerOf(pod)?.name ?? ''),
        owners: owners(pod.metadata.ownerReferences, plain),
        node: pod.spec.nodeName,
        phase: pod.status?.phase,
        ...identity(pod, plain),
        conditions: (hasEnded(pod) ? [] : (pod.status?.conditions ?? []))
          .filter(({ type }) => isShown(type, pod))
          .map(({ type, status, reason, message }) => ({ type, status, reason, message }))
          .toSorted((a, b) => (a.type < b.type ? -1 : 1)),
      }))
      // The names of Pods of one ReplicaSet are the same here.
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ...(await observeEndpoints(client, namespace)),
    ...(await observeVolumes(client, namespace)),
  };
}

/** Events of components that only one of the clusters has. */
const unrelated = /^(kubelet|external-provisioner|ipallocator-repair-controller):/;

/** The events of a namespace that controllers recorded: who says what of which kind of object. */
export async function eventsIn(client: LiveClient, namespace: string, scenario: string): Promise<string[]> {
  const accepted = knownDifferences.filter((each) => [undefined, scenario].includes(each.scenario));
  const { items } = await client.list(Event, { namespace });
  const said = items
    .filter(({ involvedObject }) => involvedObject.kind !== 'Node')
    .map(({ type, reason, message = '', involvedObject, source, reportingComponent }) => {
      const from = source?.component ?? reportingComponent ?? '';
      const text = message
        .replaceAll(/-[bcdfghjklmnpqrstvwxz2456789]{5,10}\b/g, '-*')
        // The names of a CronJob's Jobs contain the time.
        .replaceAll(/-\d{8}\b/g, '-*')
        .replaceAll(/-\*-\*/g, '-*')
        .replaceAll(/from \d+ to \d+/g, 'from n to n')
        .replace('(combined from similar events): ', '');
      return `${from}: ${type} ${involvedObject.kind} ${reason}: ${text}`;
    })
    .filter((line) => !unrelated.test(line) && !accepted.some(({ event }) => event.test(line)));
  return [...new Set(said)].toSorted();
}

function jobView({ metadata, status }: Job) {
  return {
    name: metadata.name,
    status: {
      ...status,
      startTime: status?.startTime !== undefined,
      completionTime: status?.completionTime !== undefined,
      conditions: (status?.conditions ?? []).map((each) => condition(each, (text) => text)),
    },
  };
}

const generatedNames = new Set(['DaemonSet', 'ReplicationController']);

/** The name of a Pod, or the prefix of a generated one. */
function nameOf({ metadata }: Pod): string {
  const { name, generateName = '', labels = {}, ownerReferences = [] } = metadata;
  const isGenerated =
    labels['batch.kubernetes.io/job-name'] !== undefined ||
    generatedNames.has(ownerReferences[0]?.kind ?? '') ||
    ownerReferences.length === 0;
  return isGenerated && generateName !== '' ? generateName : name;
}

/** kube-scheduler may mistake a Pod for the one that had its name before, and correct itself later. */
function isShown(condition: string, { spec }: Pod): boolean {
  if (condition === 'PodScheduled') return spec.nodeName === undefined;
  return ['Ready', 'ContainersReady', 'Initialized'].includes(condition);
}

/** What tells the Pods of one owner from each other. */
function identity({ metadata, spec }: Pod, plain: (text: string) => string) {
  const { labels = {}, annotations = {}, finalizers = [] } = metadata;
  const own = Object.entries(labels)
    .filter(([key]) => key.endsWith('index') || key.endsWith('pod-name') || key.endsWith('revision-hash'))
    .map(([key, value]) => [key, plain(value)]);
  return {
    labels: Object.keys(labels).toSorted(),
    identity: Object.fromEntries(own),
    annotations,
    finalizers,
    hostname: spec.hostname,
    subdomain: spec.subdomain,
    env: spec.containers[0]?.env,
  };
}

/** kwok leaves the conditions of a Pod that has ended as they were. */
function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

function condition(
  { type, status, reason, message }: { type: string; status?: string; reason?: string; message?: string },
  plain: (text: string) => string,
) {
  return { type, status, reason, message: plain(message ?? '') };
}

function owners(references: Pod['metadata']['ownerReferences'] = [], plain: (text: string) => string) {
  return references.map((reference) => ({ ...reference, uid: '', name: plain(reference.name) }));
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

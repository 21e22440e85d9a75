// SPDX-License-Identifier: Apache-2.0

import { type Apply, controllerReference, type New } from '@opgen/runtime';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import type { PersistentVolumeClaim, Pod, PodSpec, Service } from '@opgen/runtime/kinds/core/v1';
import type { EtcdCluster } from '../api/etcd/v1alpha1/etcd-cluster.ts';
import { dataVolume, hardened, imageOf, snapshotPath, snapshotVolume, unprivileged } from './containers.ts';

const clientPort = 2379;
const peerPort = 2380;

/** Where the volume of a member is mounted, and the folder in it, which etcd creates. */
const dataPath = '/var/lib/etcd';
const dataFolder = `${dataPath}/data`;

/** How a member joins: by itself as the first one, or a cluster that has these members already. */
export interface Joining {
  name: string;
  version: string;
  /** The names of all members, with its own. Undefined for the first member. */
  members?: readonly string[] | undefined;
}

export function labelsOf({ metadata }: EtcdCluster): Record<string, string> {
  return { 'app.kubernetes.io/name': 'etcd', 'app.kubernetes.io/instance': metadata.name };
}

/** The stable DNS name of a member, which other members and the operator use. */
export function hostOf(cluster: EtcdCluster, member: string): string {
  return `${member}.${peerServiceName(cluster)}.${cluster.metadata.namespace ?? ''}.svc`;
}

export function peerURL(cluster: EtcdCluster, member: string): string {
  return `http://${hostOf(cluster, member)}:${peerPort}`;
}

export function clientURL(cluster: EtcdCluster, member: string): string {
  return `http://${hostOf(cluster, member)}:${clientPort}`;
}

/** The URL for clients of the cluster. */
export function serviceURL({ metadata: { name, namespace = '' } }: EtcdCluster): string {
  return `http://${name}-client.${namespace}.svc:${clientPort}`;
}

/** Gives each member its DNS name, also before it is ready: it must find the others to become ready. */
export function peerService(cluster: EtcdCluster): Apply<Service> {
  return {
    metadata: metadataOf(cluster, peerServiceName(cluster)),
    spec: {
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: labelsOf(cluster),
      ports: [
        { name: 'peer', port: peerPort },
        { name: 'client', port: clientPort },
      ],
    },
  };
}

/** Leads clients to members that are ready. */
export function clientService(cluster: EtcdCluster): Apply<Service> {
  return {
    metadata: metadataOf(cluster, `${cluster.metadata.name}-client`),
    spec: { selector: labelsOf(cluster), ports: [{ name: 'client', port: clientPort }] },
  };
}

/** The volume of a member. It has the member's name. */
export function memberClaim(cluster: EtcdCluster, member: string): New<PersistentVolumeClaim> {
  const { storage, storageClassName } = cluster.spec;
  return {
    metadata: metadataOf(cluster, member),
    spec: {
      accessModes: ['ReadWriteOnce'],
      ...(storageClassName !== undefined && { storageClassName }),
      resources: { requests: { storage } },
    },
  };
}

/** The Pod of a member. */
export function memberPod(cluster: EtcdCluster, joining: Joining): New<Pod> {
  const { name, version } = joining;
  return {
    metadata: metadataOf(cluster, name),
    spec: {
      ...unprivileged,
      hostname: name,
      subdomain: peerServiceName(cluster),
      // The operator replaces a member a minute after its node is lost, rather than five.
      tolerations: ['not-ready', 'unreachable'].map((taint) => ({
        key: `node.kubernetes.io/${taint}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 60,
      })),
      affinity: onDifferentNodes(cluster),
      containers: [
        {
          ...hardened,
          name: 'etcd',
          image: imageOf(cluster.spec.repository, version),
          command: ['etcd'],
          args: memberArguments(cluster, joining),
          ports: [
            { name: 'client', containerPort: clientPort },
            { name: 'peer', containerPort: peerPort },
          ],
          // Ready means that a majority answers through it; alive means that it answers at all.
          readinessProbe: {
            httpGet: { path: '/readyz', port: 'client' },
            periodSeconds: 5,
            timeoutSeconds: 3,
          },
          livenessProbe: {
            httpGet: { path: '/livez', port: 'client' },
            initialDelaySeconds: 60,
            failureThreshold: 6,
          },
          volumeMounts: [{ name: 'data', mountPath: dataPath }],
        },
      ],
      volumes: [dataVolume('data', name)],
    },
  };
}

/** etcd ignores the initial flags once its volume has data, so a member starts again with any of them. */
function memberArguments(cluster: EtcdCluster, { name, members }: Joining): string[] {
  return [
    `--name=${name}`,
    `--data-dir=${dataFolder}`,
    `--listen-peer-urls=http://0.0.0.0:${peerPort}`,
    `--listen-client-urls=http://0.0.0.0:${clientPort}`,
    `--initial-advertise-peer-urls=${peerURL(cluster, name)}`,
    `--advertise-client-urls=${clientURL(cluster, name)}`,
    `--initial-cluster=${(members ?? [name]).map((each) => `${each}=${peerURL(cluster, each)}`).join(',')}`,
    `--initial-cluster-state=${members === undefined ? 'new' : 'existing'}`,
    `--initial-cluster-token=${cluster.metadata.uid}`,
  ];
}

/** The Job that fills the volume of the first member from a snapshot. It succeeds once: then the folder exists. */
export function restoreJob(cluster: EtcdCluster, member: string, snapshot: string): New<Job> {
  const { repository, version } = cluster.spec;
  const volumes = [dataVolume('data', member), snapshotVolume(snapshot)];
  const container = {
    ...hardened,
    name: 'restore',
    image: imageOf(repository, version),
    command: ['etcdutl'],
    args: [
      'snapshot',
      'restore',
      snapshotPath,
      `--name=${member}`,
      `--data-dir=${dataFolder}`,
      `--initial-cluster=${member}=${peerURL(cluster, member)}`,
      `--initial-advertise-peer-urls=${peerURL(cluster, member)}`,
      `--initial-cluster-token=${cluster.metadata.uid}`,
    ],
    volumeMounts: [
      { name: 'data', mountPath: dataPath },
      { name: 'snapshot', mountPath: '/snapshot', readOnly: true },
    ],
  };
  const spec: PodSpec = { ...unprivileged, restartPolicy: 'Never', containers: [container], volumes };
  return {
    metadata: metadataOf(cluster, restoreJobName(cluster)),
    spec: { backoffLimit: 0, template: { spec } },
  };
}

export function restoreJobName({ metadata }: EtcdCluster): string {
  return `${metadata.name}-restore`;
}

function peerServiceName({ metadata }: EtcdCluster): string {
  return `${metadata.name}-peers`;
}

function onDifferentNodes(cluster: EtcdCluster): PodSpec['affinity'] & object {
  const podAffinityTerm = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: labelsOf(cluster) },
  };
  return {
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm }] },
  };
}

function metadataOf(cluster: EtcdCluster, name: string) {
  return {
    name,
    namespace: cluster.metadata.namespace,
    labels: labelsOf(cluster),
    ownerReferences: [controllerReference(cluster)],
  };
}

// SPDX-License-Identifier: Apache-2.0

import { controllerReference, type New } from '@opgen/runtime';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import type { PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import type { EtcdBackup } from '../api/etcd/v1alpha1/etcd-backup.ts';
import type { EtcdCluster } from '../api/etcd/v1alpha1/etcd-cluster.ts';
import { hardened, imageOf, snapshotPath, snapshotVolume, unprivileged } from '../cluster/containers.ts';
import { serviceURL } from '../cluster/objects.ts';

export function labelsOf({ metadata }: EtcdBackup): Record<string, string> {
  return { 'app.kubernetes.io/name': 'etcd-backup', 'app.kubernetes.io/instance': metadata.name };
}

/** The volume of a snapshot. */
export function snapshotClaim(backup: EtcdBackup, name: string): New<PersistentVolumeClaim> {
  const { storage, storageClassName } = backup.spec;
  return {
    metadata: metadataOf(backup, name),
    spec: {
      accessModes: ['ReadWriteOnce'],
      ...(storageClassName !== undefined && { storageClassName }),
      resources: { requests: { storage } },
    },
  };
}

/** The Job that makes a snapshot. etcdctl writes it under a temporary name, so that it is complete or absent. */
export function snapshotJob(backup: EtcdBackup, cluster: EtcdCluster, name: string): New<Job> {
  const { spec, status } = cluster;
  return {
    metadata: metadataOf(backup, name),
    spec: {
      backoffLimit: 2,
      template: {
        metadata: { labels: labelsOf(backup) },
        spec: {
          ...unprivileged,
          restartPolicy: 'Never',
          containers: [
            {
              ...hardened,
              name: 'save',
              image: imageOf(spec.repository, status?.currentVersion ?? spec.version),
              command: ['etcdctl'],
              args: ['snapshot', 'save', snapshotPath, `--endpoints=${serviceURL(cluster)}`],
              volumeMounts: [{ name: 'snapshot', mountPath: '/snapshot' }],
            },
          ],
          volumes: [snapshotVolume(name)],
        },
      },
    },
  };
}

function metadataOf(backup: EtcdBackup, name: string) {
  return {
    name,
    namespace: backup.metadata.namespace,
    labels: labelsOf(backup),
    ownerReferences: [controllerReference(backup)],
  };
}

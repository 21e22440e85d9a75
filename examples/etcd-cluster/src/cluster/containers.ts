// SPDX-License-Identifier: Apache-2.0

import type { Container, PodSpec, Volume } from '@opgen/runtime/kinds/core/v1';

/** Where a Pod that makes or reads a snapshot finds it. */
export const snapshotPath = '/snapshot/snapshot.db';

/** What each Pod of this operator has in common: it meets the Pod Security Standard `restricted`. */
export const unprivileged = {
  automountServiceAccountToken: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 65_532,
    fsGroup: 65_532,
    seccompProfile: { type: 'RuntimeDefault' },
  },
} satisfies Partial<PodSpec>;

/** The same for each container. */
export const hardened = {
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
} satisfies Partial<Container>;

/** The image contains etcd, etcdctl and etcdutl, and no shell. */
export function imageOf(repository: string, version: string): string {
  return `${repository}:v${version}`;
}

export function dataVolume(name: string, claimName: string): Volume {
  return { name, persistentVolumeClaim: { claimName } };
}

/** Each snapshot has its own volume, so that deleting the claim deletes it. */
export function snapshotVolume(claimName: string): Volume {
  return dataVolume('snapshot', claimName);
}

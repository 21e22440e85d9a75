// SPDX-License-Identifier: Apache-2.0

import { type Condition, type NewCondition, removeCondition, setCondition } from '@opgen/runtime';
import type { EtcdCluster, EtcdClusterStatus } from '../api/etcd/v1alpha1/etcd-cluster.ts';
import { isReady, type Observed, type Plan } from './plan.ts';

/** The status of an EtcdCluster. While no majority answers, what is known about the membership stays. */
export function observedStatus(
  cluster: EtcdCluster,
  { pods, membership }: Observed,
  { phase, message }: Plan,
  now: Date,
): EtcdClusterStatus {
  const { spec, status = {}, metadata } = cluster;
  const { generation = 0 } = metadata;
  const { clusterID = membership?.clusterID, targetVersion } = status;
  const members = membership?.members.map(({ name }) => name).toSorted() ?? status.members ?? [];
  const currentVersion = phase === 'Running' ? targetVersion : (status.currentVersion ?? spec.version);
  const condition = (type: string, isTrue: boolean): NewCondition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason: phase,
    message,
    observedGeneration: generation,
  });

  let conditions: Condition[] = removeCondition(status.conditions, 'Paused');
  conditions = setCondition(conditions, condition('Ready', phase === 'Running'), now);
  conditions = setCondition(conditions, condition('Available', membership !== undefined), now);
  if (spec.paused === true) {
    const paused = setCondition(status.conditions, condition('Paused', true), now);
    conditions.push(...paused.filter(({ type }) => type === 'Paused'));
  }

  return {
    observedGeneration: generation,
    phase,
    size: members.length,
    readyMembers: pods.filter(isReady).length,
    members,
    ...(currentVersion !== undefined && { currentVersion }),
    // While the operator is paused, it accepts no version.
    ...acceptedVersion(cluster),
    ...(clusterID !== undefined && { clusterID }),
    conditions,
  };
}

function acceptedVersion({ spec, status }: EtcdCluster): Pick<EtcdClusterStatus, 'targetVersion'> {
  const version = spec.paused === true ? status?.targetVersion : spec.version;
  return version === undefined ? {} : { targetVersion: version };
}

// SPDX-License-Identifier: Apache-2.0

import { isBeingDeleted, isConditionTrue, findCondition } from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import type { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import type { EtcdCluster, EtcdPhase } from '../api/etcd/v1alpha1/etcd-cluster.ts';
import type { Member, Membership } from '../etcd/membership.ts';
import { imageOf } from './containers.ts';
import type { Joining } from './objects.ts';

/** What there is. Pods and claims are those of the cluster, and have the names of their members. */
export interface Observed {
  pods: readonly Pod[];
  claims: readonly PersistentVolumeClaim[];
  /** The Job that restores the snapshot. */
  restore?: Job | undefined;
  /** Undefined if no majority of the members answers. Read after the Pods and the claims. */
  membership?: Membership | undefined;
}

/** One change. Each can be repeated after a crash, because it is planned from what is there. */
export type Step =
  /** The status is written before each step. This one is all about it. */
  | { type: 'record' }
  | { type: 'restore'; member: string; snapshot: string; hasClaim: boolean }
  | { type: 'start'; joining: Joining; hasClaim: boolean }
  | { type: 'stop'; pod: Pod }
  | { type: 'add'; member: string }
  | { type: 'promote'; member: Member }
  | { type: 'remove'; member: Member }
  | { type: 'discard'; member: string };

export interface Plan {
  phase: EtcdPhase;
  message: string;
  /** What to do now. Undefined if there is nothing to do, or only time helps. */
  step?: Step | undefined;
}

/** How long a Pod may outlive its grace period, or find no node, until its member counts as dead. */
const patience = { terminating: 30_000, unschedulable: 300_000 };

/** Decides on the single next step. */
export function plan(cluster: EtcdCluster, observed: Observed, now: Date): Plan {
  const { spec, status } = cluster;
  if (spec.paused === true)
    return { phase: 'Paused', message: 'spec.paused is true: the operator changes nothing' };
  // The API server compares new versions with this one, so it is recorded before anything follows from the version.
  if (status?.targetVersion !== spec.version) {
    const phase = status?.targetVersion === undefined ? 'Creating' : 'Upgrading';
    return { phase, message: `accepted version ${spec.version}`, step: { type: 'record' } };
  }
  const { membership } = observed;
  if (status.clusterID === undefined)
    return membership === undefined
      ? begin(cluster, observed)
      : { phase: 'Creating', message: 'the first member has started', step: { type: 'record' } };
  if (membership === undefined) return restartAll(cluster, observed);
  return new Reconfiguration(cluster, observed, membership, now).plan();
}

/** Starts the first member: empty, or from a snapshot. */
function begin(cluster: EtcdCluster, { pods, claims, restore }: Observed): Plan {
  const { restoreFrom, version } = cluster.spec;
  const name = memberName(cluster, 0);
  const hasClaim = claims.some(({ metadata }) => metadata.name === name);
  if (restoreFrom !== undefined) {
    if (restore === undefined)
      return creating(`restoring ${restoreFrom}`, {
        type: 'restore',
        member: name,
        snapshot: restoreFrom,
        hasClaim,
      });
    const health = healthOf(restore);
    if (health.state === 'failed')
      return { phase: 'Failed', message: `restoring ${restoreFrom} failed: ${health.reason}` };
    if (health.state === 'progressing') return creating(`restoring ${restoreFrom}`);
  }
  const pod = pods.find(({ metadata }) => metadata.name === name);
  if (pod === undefined)
    return creating('starting the first member', { type: 'start', joining: { name, version }, hasClaim });
  if (isFinished(pod) || isStalled(pod, imageOf(cluster.spec.repository, version)))
    return creating(`${name} cannot start`, { type: 'stop', pod });
  return creating('waiting for the first member');
}

/**
 * Without a majority, members cannot be added or removed. What helps is to start members on the volumes that they have;
 * nothing is deleted, except Pods that cannot go on.
 */
function restartAll({ spec, status }: EtcdCluster, { pods, claims }: Observed): Plan {
  const { repository, version } = spec;
  const image = imageOf(repository, version);
  const ended = pods.find((pod) => isFinished(pod) || isStalled(pod, image));
  if (ended !== undefined)
    return quorumLost(`${ended.metadata.name} cannot go on`, { type: 'stop', pod: ended });
  const names = new Set(pods.map(({ metadata }) => metadata.name));
  const idle = claims.find((claim) => isUsable(claim) && !names.has(claim.metadata.name));
  if (idle !== undefined) {
    const { name } = idle.metadata;
    const joining = { name, version, members: status?.members?.includes(name) ? status.members : [name] };
    return quorumLost(`starting ${name} again on its volume`, { type: 'start', joining, hasClaim: true });
  }
  if (pods.length === 0)
    return quorumLost('all members and their volumes are lost: restore a backup into a new EtcdCluster');
  return quorumLost('no majority of the members answers');
}

function creating(message: string, step?: Step): Plan {
  return { phase: 'Creating', message, step };
}

function quorumLost(message: string, step?: Step): Plan {
  return { phase: 'QuorumLost', message, step };
}

/** The plan for a cluster whose majority answers. */
class Reconfiguration {
  readonly #cluster: EtcdCluster;
  readonly #membership: Membership;
  readonly #pods: ReadonlyMap<string, Pod>;
  readonly #claims: ReadonlyMap<string, PersistentVolumeClaim>;
  readonly #voters: readonly Member[];
  readonly #now: Date;

  constructor(cluster: EtcdCluster, { pods, claims }: Observed, membership: Membership, now: Date) {
    this.#cluster = cluster;
    this.#membership = membership;
    this.#pods = new Map(pods.map((pod) => [pod.metadata.name, pod]));
    this.#claims = new Map(claims.map((claim) => [claim.metadata.name, claim]));
    this.#voters = membership.members.filter(({ isLearner }) => !isLearner);
    this.#now = now;
  }

  plan(): Plan {
    const { clusterID, members } = this.#membership;
    const recorded = this.#cluster.status?.clusterID;
    if (clusterID !== recorded)
      return { phase: 'Failed', message: `expected the cluster ${recorded}, but ${clusterID} answers` };
    return (
      this.#discardFormer(members) ??
      this.#startMissing(members) ??
      this.#removeDead(members) ??
      this.#promoteLearner(members) ??
      this.#resize() ??
      this.#awaitReady() ??
      this.#upgrade() ?? {
        phase: 'Running',
        message: `${members.length} of ${members.length} members are ready`,
      }
    );
  }

  /** Deletes the Pod and the volume of what is not a member anymore. */
  #discardFormer(members: readonly Member[]): Plan | undefined {
    const names = new Set(members.map(({ name }) => name));
    for (const object of [...this.#pods.values(), ...this.#claims.values()]) {
      const { name } = object.metadata;
      if (names.has(name) || isBeingDeleted(object)) continue;
      return this.#changing(`${name} is not a member anymore`, { type: 'discard', member: name });
    }
    return undefined;
  }

  /** Starts members without a Pod: new ones on a new volume, others on the volume that has their data. */
  #startMissing(members: readonly Member[]): Plan | undefined {
    for (const member of members) {
      const { name, isStarted } = member;
      const pod = this.#pods.get(name);
      const version = this.#versionOf(member);
      const image = imageOf(this.#cluster.spec.repository, version);
      if (pod !== undefined && (isFinished(pod) || isStalled(pod, image)))
        return { phase: 'Recovering', message: `${name} cannot go on`, step: { type: 'stop', pod } };
      if (pod !== undefined || this.#isDead(member)) continue;
      const claim = this.#claims.get(name);
      if (claim !== undefined && isBeingDeleted(claim)) continue;
      const joining = { name, version, members: members.map((each) => each.name) };
      const step: Step = { type: 'start', joining, hasClaim: claim !== undefined };
      if (!isStarted) return this.#changing(`starting ${name}`, step);
      const phase = this.#cluster.status?.phase === 'Upgrading' ? 'Upgrading' : 'Recovering';
      return { phase, message: `starting ${name} again on its volume`, step };
    }
    return undefined;
  }

  /** A new member joins with the version of the others. It cannot be older than they are, nor skip their upgrade. */
  #versionOf({ isStarted }: Member): string {
    const { spec, status } = this.#cluster;
    return isStarted ? spec.version : (status?.currentVersion ?? spec.version);
  }

  /** Removes a member that cannot come back. The next plan adds another one, under a new name. */
  #removeDead(members: readonly Member[]): Plan | undefined {
    const dead = members.find((member) => this.#isDead(member));
    if (dead === undefined) return undefined;
    if (!this.#canLose(dead))
      return { phase: 'Recovering', message: `${dead.name} is dead; too few others are ready to replace it` };
    return { phase: 'Recovering', message: `replacing ${dead.name}`, step: { type: 'remove', member: dead } };
  }

  #promoteLearner(members: readonly Member[]): Plan | undefined {
    const learner = members.find(({ isLearner }) => isLearner);
    if (learner === undefined) return undefined;
    if (!learner.isStarted) return this.#changing(`waiting for ${learner.name}`);
    return this.#changing(`${learner.name} catches up`, { type: 'promote', member: learner });
  }

  /** Adds a member if all are ready, or removes one: rather one that is not ready. */
  #resize(): Plan | undefined {
    const { size } = this.#cluster.spec;
    if (this.#voters.length < size) {
      if (!this.#voters.every((member) => this.#isReady(member))) return undefined;
      const member = this.#freeName();
      return this.#changing(`adding ${member}`, { type: 'add', member });
    }
    if (this.#voters.length === size) return undefined;
    const [member] = this.#voters.toSorted(
      (a, b) => Number(this.#isReady(a)) - Number(this.#isReady(b)) || ordinalOf(b) - ordinalOf(a),
    );
    if (member === undefined || !this.#canLose(member)) return undefined;
    return { phase: 'Scaling', message: `removing ${member.name}`, step: { type: 'remove', member } };
  }

  #awaitReady(): Plan | undefined {
    const waits = this.#voters.filter((member) => !this.#isReady(member)).map(({ name }) => name);
    if (waits.length === 0) return undefined;
    const { phase } = this.#cluster.status ?? {};
    const message = `waiting for ${waits.join(', ')}`;
    return phase === 'Upgrading' || phase === 'Creating'
      ? { phase, message }
      : { phase: 'Recovering', message };
  }

  /** Stops one member with another image; it starts again with the right one. All others are ready. */
  #upgrade(): Plan | undefined {
    const { repository, version } = this.#cluster.spec;
    const image = imageOf(repository, version);
    const pods = this.#voters.flatMap(({ name }) => this.#pods.get(name) ?? []);
    const pod = pods.find(({ spec }) => spec.containers[0]?.image !== image);
    if (pod === undefined) return undefined;
    return {
      phase: 'Upgrading',
      message: `restarting ${pod.metadata.name} as ${image}`,
      step: { type: 'stop', pod },
    };
  }

  /** Whether the others are a majority of what remains, and ready. */
  #canLose(member: Member): boolean {
    if (member.isLearner) return true;
    const others = this.#voters.filter((other) => other !== member);
    const ready = others.filter((other) => this.#isReady(other));
    return ready.length > others.length / 2;
  }

  #isReady({ name }: Member): boolean {
    const pod = this.#pods.get(name);
    return pod !== undefined && isReady(pod);
  }

  /** Whether a member cannot come back: its node does not let go of it, its volume is lost or no node can reach it. */
  #isDead({ name, isStarted }: Member): boolean {
    const pod = this.#pods.get(name);
    if (pod === undefined) return isStarted && !isUsable(this.#claims.get(name));
    if (isBeingDeleted(pod)) return this.#age(pod.metadata.deletionTimestamp) > patience.terminating;
    const scheduled = findCondition(pod.status?.conditions, 'PodScheduled');
    if (!isStarted || scheduled?.status !== 'False') return false;
    return this.#age(scheduled.lastTransitionTime) > patience.unschedulable;
  }

  #age(time = ''): number {
    return this.#now.getTime() - Date.parse(time);
  }

  #freeName(): string {
    const taken = new Set([
      ...this.#membership.members.map(({ name }) => name),
      ...this.#pods.keys(),
      ...this.#claims.keys(),
    ]);
    let ordinal = 0;
    while (taken.has(memberName(this.#cluster, ordinal))) ordinal += 1;
    return memberName(this.#cluster, ordinal);
  }

  #changing(message: string, step?: Step): Plan {
    const { phase } = this.#cluster.status ?? {};
    return { phase: phase === 'Creating' || phase === 'Recovering' ? phase : 'Scaling', message, step };
  }
}

export function isReady(pod: Pod): boolean {
  return !isBeingDeleted(pod) && isConditionTrue(pod.status?.conditions, 'Ready');
}

/** Whether the containers have ended for good. */
function isFinished(pod: Pod): boolean {
  const { phase } = pod.status ?? {};
  return !isBeingDeleted(pod) && (phase === 'Failed' || phase === 'Succeeded');
}

/** Whether the Pod has not started with an image that is not wanted anymore, such as one that does not exist. */
function isStalled(pod: Pod, image: string): boolean {
  return !isBeingDeleted(pod) && pod.status?.phase === 'Pending' && pod.spec.containers[0]?.image !== image;
}

function isUsable(claim: PersistentVolumeClaim | undefined): boolean {
  return claim !== undefined && !isBeingDeleted(claim) && claim.status?.phase !== 'Lost';
}

function memberName({ metadata }: EtcdCluster, ordinal: number): string {
  return `${metadata.name}-${ordinal}`;
}

function ordinalOf({ name }: Member): number {
  return Number(name.slice(name.lastIndexOf('-') + 1));
}

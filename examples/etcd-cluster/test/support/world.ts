// SPDX-License-Identifier: Apache-2.0

import type { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import type { EtcdCluster } from '../../src/api/etcd/v1alpha1/etcd-cluster.ts';
import { memberClaim, memberPod } from '../../src/cluster/objects.ts';
import { type Observed, plan, type Plan, type Step } from '../../src/cluster/plan.ts';
import { observedStatus } from '../../src/cluster/status.ts';
import type { Member } from '../../src/etcd/membership.ts';

const created = Date.parse('2026-01-01T00:00:00Z');

/** A model of a cluster and of etcd, in which time passes only on request: what a plan does, and what can go wrong. */
export class World {
  cluster: EtcdCluster;
  readonly pods = new Map<string, Pod>();
  readonly claims = new Map<string, PersistentVolumeClaim>();
  members: Member[] = [];
  now = created;
  #uids = 0;

  constructor({ size, version = '3.5.0' }: { size: number; version?: string }) {
    this.cluster = {
      apiVersion: 'etcd.example.com/v1alpha1',
      kind: 'EtcdCluster',
      metadata: stored('shop', 'c1'),
      spec: { size, version, repository: 'etcd', storage: '1Gi' },
    };
  }

  get observed(): Observed {
    const membership = { clusterID: '1', members: this.members, endpoint: '' };
    return {
      pods: [...this.pods.values()],
      claims: [...this.claims.values()],
      membership: this.hasQuorum ? membership : undefined,
    };
  }

  get voters(): Member[] {
    return this.members.filter(({ isLearner }) => !isLearner);
  }

  /** Whether a member serves: its Pod is ready. */
  serves({ name }: Member): boolean {
    return this.pods.get(name)?.status?.phase === 'Running';
  }

  get hasQuorum(): boolean {
    return this.voters.filter((member) => this.serves(member)).length > this.voters.length / 2;
  }

  /** A reconcile: plans, writes the status, and takes the step. */
  reconcile(): Plan {
    const { observed } = this;
    const now = new Date(this.now);
    const next = plan(this.cluster, observed, now);
    this.cluster = { ...this.cluster, status: observedStatus(this.cluster, observed, next, now) };
    if (next.step !== undefined) this.#take(next.step);
    return next;
  }

  /** What kubelets and etcd do until they have nothing left to do. */
  progress(): void {
    this.now += 1000;
    for (const [name, pod] of this.pods) {
      if (pod.metadata.deletionTimestamp !== undefined) {
        if (!pod.spec.nodeName?.startsWith('lost')) this.pods.delete(name);
      } else if (pod.status === undefined) {
        this.#join(name, pod);
      }
    }
    for (const [name, claim] of this.claims) {
      if (claim.metadata.deletionTimestamp !== undefined && !this.pods.has(name)) this.claims.delete(name);
    }
  }

  /** The Pod is deleted, such as by an eviction. */
  deletePod(name: string): void {
    this.#terminate(this.pods, name);
  }

  /** The Pod ends and does not start again. */
  failPod(name: string): void {
    const pod = this.pods.get(name);
    if (pod !== undefined) this.pods.set(name, { ...pod, status: { phase: 'Failed' } });
  }

  /** The Pod cannot pull its image. */
  stall(name: string): void {
    const pod = this.pods.get(name);
    if (pod !== undefined) this.pods.set(name, { ...pod, status: { phase: 'Pending' } });
  }

  /** The node stops answering: the Pod is evicted, but its processes keep running. */
  loseNode(name: string): void {
    const pod = this.pods.get(name);
    if (pod === undefined) return;
    const { status: _, ...rest } = pod;
    this.pods.set(name, { ...rest, spec: { ...pod.spec, nodeName: 'lost' } });
    this.#terminate(this.pods, name);
  }

  /** The volume and the Pod are lost. */
  loseVolume(name: string): void {
    this.pods.delete(name);
    this.claims.delete(name);
  }

  #take(step: Step): void {
    switch (step.type) {
      case 'start': {
        const { name } = step.joining;
        if (this.pods.has(name)) throw new Error(`${name} has a Pod already`);
        const pod = memberPod(this.cluster, step.joining);
        const claim = memberClaim(this.cluster, name);
        if (!step.hasClaim)
          this.claims.set(name, { ...claim, metadata: stored(name, this.#uid()) } as PersistentVolumeClaim);
        this.pods.set(name, { ...pod, metadata: stored(name, this.#uid()) } as Pod);
        return;
      }
      case 'stop':
        return this.#terminate(this.pods, step.pod.metadata.name);
      case 'discard':
        this.#terminate(this.pods, step.member);
        return this.#terminate(this.claims, step.member);
      case 'add':
        this.members = [
          ...this.members,
          { id: this.#uid(), name: step.member, isStarted: false, isLearner: true },
        ];
        return;
      case 'promote':
        if (this.serves(step.member)) this.#change(step.member, { isLearner: false });
        return;
      case 'remove':
        this.members = this.members.filter(({ id }) => id !== step.member.id);
        return;
      case 'record':
        return;
      case 'restore':
        throw new Error('nothing to restore');
    }
  }

  /** A Pod starts: etcd runs if it is a member, or the first one. */
  #join(name: string, pod: Pod): void {
    const ready = { type: 'Ready', status: 'True' };
    const member = this.members.find((each) => each.name === name);
    if (member === undefined && this.cluster.status?.clusterID === undefined)
      this.members = [{ id: this.#uid(), name, isStarted: true, isLearner: false }];
    else if (member === undefined) return;
    else this.#change(member, { isStarted: true });
    this.pods.set(name, { ...pod, status: { phase: 'Running', conditions: [ready] } });
  }

  #change(member: Member, change: Partial<Member>): void {
    this.members = this.members.map((each) => (each.id === member.id ? { ...each, ...change } : each));
  }

  #terminate<T extends Pod | PersistentVolumeClaim>(objects: Map<string, T>, name: string): void {
    const object = objects.get(name);
    if (object === undefined || object.metadata.deletionTimestamp !== undefined) return;
    const deletionTimestamp = new Date(this.now).toISOString();
    objects.set(name, { ...object, metadata: { ...object.metadata, deletionTimestamp } });
  }

  #uid(): string {
    this.#uids += 1;
    return `u${this.#uids}`;
  }
}

function stored(name: string, uid: string) {
  return {
    name,
    namespace: 'default',
    uid,
    resourceVersion: '1',
    creationTimestamp: new Date(created).toISOString(),
  };
}

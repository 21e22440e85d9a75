// SPDX-License-Identifier: Apache-2.0

import type { Client, ObjectKey } from '@opgen/runtime';
import { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { clientOf, type EtcdKeys } from './etcd-keys.ts';
import { type EtcdProcess, type EtcdRunner, flag } from './etcd-process.ts';

/** Tells the kubelet of a test whether a readiness probe passes. */
export interface Probes {
  passProbe(pod: ObjectKey): Promise<void>;
  failProbe(pod: ObjectKey): Promise<void>;
}

interface Options {
  client: Pick<Client, 'list'>;
  runner: EtcdRunner;
  probes?: Probes | undefined;
}

/**
 * Plays the containers of Pods that run: an etcd process for each member, and what etcdctl and etcdutl do. A snapshot is
 * a copy of the keys, because neither program is built for tests.
 */
export class Containers {
  readonly #client: Pick<Client, 'list'>;
  readonly #runner: EtcdRunner;
  readonly #probes: Probes | undefined;
  readonly #running = new Map<string, { pod: Pod; process: EtcdProcess; isReady: boolean }>();
  /** The uids of Pods that a test killed, and of Pods of Jobs that are done. */
  readonly #ended = new Set<string>();
  /** The keys by the volume that holds them. */
  readonly #snapshots = new Map<string, Map<string, string>>();
  readonly #restored = new Map<string, Map<string, string>>();

  constructor({ client, runner, probes }: Options) {
    this.#client = client;
    this.#runner = runner;
    this.#probes = probes;
  }

  /** Starts and stops processes, and probes them, once. */
  async sync(): Promise<void> {
    const { items: pods } = await this.#client.list(Pod);
    const uids = new Set(pods.filter((pod) => runs(pod)).map(({ metadata }) => metadata.uid));
    for (const [uid, { process }] of this.#running) {
      if (uids.has(uid)) continue;
      this.#running.delete(uid);
      await process.kill();
    }
    const { items: claims } = await this.#client.list(PersistentVolumeClaim);
    const volumes = new Map(
      claims.map(({ metadata }) => [`${metadata.namespace}/${metadata.name}`, metadata.uid]),
    );
    for (const pod of pods) {
      const { uid, namespace } = pod.metadata;
      const volumeOf = (name: string): string => {
        const volume = pod.spec.volumes?.find((each) => each.name === name);
        return volumes.get(`${namespace}/${volume?.persistentVolumeClaim?.claimName}`) ?? '';
      };
      const [container] = pod.spec.containers;
      const [program] = container?.command ?? [];
      if (this.#ended.has(uid)) continue;
      if (program === 'etcd' && runs(pod))
        await this.#runMember(pod, container?.args ?? [], volumeOf('data'));
      if (program === 'etcdctl' && isAtWork(pod))
        await this.#save(pod, container?.args ?? [], volumeOf('snapshot'));
      if (program === 'etcdutl' && isAtWork(pod)) {
        this.#ended.add(uid);
        this.#restored.set(
          volumeOf('data'),
          this.#snapshots.get(volumeOf('snapshot')) ?? new Map<string, string>(),
        );
      }
    }
  }

  /** The process of a member ends, and its container does not start again: its node has failed. */
  async kill(name: string): Promise<void> {
    for (const [uid, { pod, process }] of this.#running) {
      if (pod.metadata.name !== name) continue;
      this.#ended.add(uid);
      this.#running.delete(uid);
      await process.kill();
      await this.#probes?.failProbe(keyOf(pod));
    }
  }

  /** The keys of a cluster, through any member that is ready. */
  async keys(cluster: string): Promise<EtcdKeys> {
    for (const { pod } of this.#running.values()) {
      if (pod.metadata.labels?.['app.kubernetes.io/instance'] !== cluster) continue;
      const keys = this.#clientOf(pod);
      if (await keys.isReady()) return keys;
    }
    throw new Error(`no member of ${cluster} is ready`);
  }

  /** The names of the members whose processes run. */
  get members(): string[] {
    return [...this.#running.values()]
      .filter(({ process }) => process.isRunning)
      .map(({ pod }) => pod.metadata.name)
      .toSorted();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ process }) => process.kill()));
    await this.#runner.stop();
  }

  async #runMember(pod: Pod, args: readonly string[], volume: string): Promise<void> {
    const { uid } = pod.metadata;
    let running = this.#running.get(uid);
    if (running?.process.isRunning !== true) {
      running = { pod, process: await this.#runner.start(args, volume), isReady: running?.isReady ?? false };
      this.#running.set(uid, running);
    }
    const keys = this.#clientOf(pod);
    const isReady = await keys.isReady();
    const restored = this.#restored.get(volume);
    if (isReady && restored !== undefined) {
      for (const [key, value] of restored) await keys.put(key, value);
      this.#restored.delete(volume);
    }
    if (isReady !== running.isReady) {
      running.isReady = isReady;
      if (isReady) await this.#probes?.passProbe(keyOf(pod));
      else await this.#probes?.failProbe(keyOf(pod));
    }
  }

  async #save(pod: Pod, args: readonly string[], volume: string): Promise<void> {
    const [name = ''] = new URL(flag(args, 'endpoints')).hostname.split('.');
    const keys = await this.keys(name.slice(0, -'-client'.length)).catch(() => undefined);
    if (keys === undefined) return;
    this.#snapshots.set(volume, await keys.all());
    this.#ended.add(pod.metadata.uid);
  }

  #clientOf({ spec, metadata }: Pod): EtcdKeys {
    const url = `http://${spec.hostname}.${spec.subdomain}.${metadata.namespace}.svc:2379`;
    return clientOf(url, this.#runner.fetch);
  }
}

function runs(pod: Pod): boolean {
  return pod.status?.phase === 'Running' && pod.metadata.deletionTimestamp === undefined;
}

function isAtWork(pod: Pod): boolean {
  return pod.status?.phase === 'Running' || pod.status?.phase === 'Succeeded';
}

function keyOf({ metadata: { name, namespace = '' } }: Pod): { name: string; namespace: string } {
  return { name, namespace };
}

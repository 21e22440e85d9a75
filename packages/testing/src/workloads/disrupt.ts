import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import type { ScenarioCluster } from '../operator/scenario.ts';
import { seeded } from '../samples/random.ts';
import type { NodeControls } from './controls/node-controls.ts';
import type { PodControls } from './controls/pod-controls.ts';

/** Which disruptions happen, and how many. */
export interface DisruptOptions {
  /** The seed of the random choices. Default: 1. */
  seed?: number | undefined;
  /** The number of disruptions. Default: 10. */
  count?: number | undefined;
}

type DisruptedCluster = Pick<ScenarioCluster, 'client' | 'clock' | 'settled' | 'pods' | 'nodes'>;

/** The longest time between two disruptions, in seconds: longer than Pods tolerate a failed node. */
const longestPause = 400;

/**
 * Makes Pods crash, run out of memory and disappear, and nodes fail and recover, in a random sequence that is the same for
 * the same seed. Time passes in between. At the end all nodes recover, and the cluster settles:
 *
 *     for (const seed of [1, 2, 3]) {
 *       const happened = await disrupt(cluster, { seed });
 *       expect(await isReady(), happened.join('\n')).toBe(true);
 *     }
 *
 * Returns what happened, one line each. Needs a cluster with `workloads`.
 */
export async function disrupt(
  cluster: DisruptedCluster,
  { seed = 1, count = 10 }: DisruptOptions = {},
): Promise<string[]> {
  const { client, clock, pods, nodes } = cluster;
  if (pods === undefined || nodes === undefined)
    throw new Error('disrupt needs Pods and nodes: start the cluster with { workloads: true }');
  const random = seeded(seed);
  const failed = new Set<string>();
  const happened: string[] = [];
  const began = clock.monotonic();
  for (let step = 0; step < count; step += 1) {
    const possible = await possibleDisruptions({ client, pods, nodes }, failed);
    if (possible.length === 0)
      throw new Error('there is nothing to disrupt: the cluster has no running Pods');
    const { what, carryOut } = random.pick(random.pick(possible));
    happened.push(`after ${Math.round((clock.monotonic() - began) / 1000)} s: ${what}`);
    await carryOut();
    await clock.advance(random.between(1, longestPause) * 1000);
  }
  for (const name of failed) await nodes.recover(name);
  await cluster.settled();
  // The longest time until a crashed container restarts.
  await clock.advance('6m');
  await cluster.settled();
  return happened;
}

interface Disruption {
  readonly what: string;
  carryOut(): Promise<unknown>;
}

interface Controls {
  readonly client: DisruptedCluster['client'];
  readonly pods: PodControls;
  readonly nodes: NodeControls;
}

/** By type, so that each type is equally probable. */
async function possibleDisruptions(
  { client, pods, nodes }: Controls,
  failed: Set<string>,
): Promise<Disruption[][]> {
  const running = (await client.list(Pod)).items.filter(isRunning).map(({ metadata }) => metadata);
  const names = (await client.list(Node)).items.map(({ metadata }) => metadata.name);
  const byType: Disruption[][] = [
    running.map((pod) => ({ what: `${nameOf(pod)} crashes`, carryOut: () => pods.crash(pod) })),
    running.map((pod) => ({ what: `${nameOf(pod)} is OOM-killed`, carryOut: () => pods.oomKill(pod) })),
    running.map((pod) => ({ what: `${nameOf(pod)} is deleted`, carryOut: () => client.delete(Pod, pod) })),
    names
      .filter((name) => !failed.has(name))
      .map((name) => ({
        what: `Node ${name} fails`,
        carryOut: () => (failed.add(name), nodes.fail(name)),
      })),
    [...failed].map((name) => ({
      what: `Node ${name} recovers`,
      carryOut: () => (failed.delete(name), nodes.recover(name)),
    })),
  ];
  return byType.filter((each) => each.length > 0);
}

function nameOf({ name, namespace }: Pod['metadata']): string {
  return `Pod ${namespace}/${name}`;
}

function isRunning({ metadata, status }: Pod): boolean {
  const isAlive = status?.containerStatuses?.[0]?.state?.running !== undefined;
  return isAlive && metadata.deletionTimestamp === undefined;
}

/** What every example survives. Each operator runs under its own role on an embedded cluster with workloads. */
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { chaosTransport, revertsDrift } from '@opgen/testing';
import { type EmbeddedScene, onEmbeddedCluster } from './embedded-scene.ts';
import { withOperator } from './operated-scene.ts';
import { roleOf, startOperator } from './operator.ts';
import { scenarioOf } from './scenario.ts';
import { readyPods } from './scene.ts';
import type { Subject } from './subject.ts';

/** A fault, and the proof that an operator survives it. */
export interface Fault {
  readonly name: string;
  /** Injects the fault throughout the lifecycle of an example. Resolves with how often it did. */
  survive(subject: Subject): Promise<number>;
}

/** In each step, the operator is killed after its first write, the next one after its second write, and so on. */
const crash: Fault = {
  name: 'a crash after every write',
  survive: (subject) =>
    onEmbeddedCluster(subject, async (scene) => {
      let count = 0;
      for (const [index, step] of subject.lifecycle.entries()) {
        await step.act(scene);
        count += await crashAfterEveryWrite(subject, scene, index % 2 === 0 ? 'lost' : 'delivered');
        await step.holds(scene);
      }
      return count;
    }),
};

/** Resolves with the number of crashes, once an operator has completed its work without one. */
async function crashAfterEveryWrite(
  subject: Subject,
  { cluster }: EmbeddedScene,
  response: 'lost' | 'delivered',
): Promise<number> {
  const { clock } = cluster;
  const transport = await roleOf(subject, cluster);
  for (let crashes = 0; ; crashes += 1) {
    const chaos = chaosTransport(transport, { faults: {}, clock });
    let hasCrashed = false;
    const crashed = chaos.crashAfterWrites(crashes + 1, response).then(() => (hasCrashed = true));
    const operator = await startOperator(subject, cluster, chaos);
    const settled = cluster.settled();
    await Promise.race([settled, crashed]);
    // A reconcile that waits for the clock ends with the grace period.
    const stopped = operator.stop().then(() => true);
    while (!(await Promise.race([stopped, clock.advance('1s').then(() => false)])));
    await settled;
    if (!hasCrashed) return crashes;
  }
}

/** Someone edits each object that the operator has created, and then deletes it. */
const drift: Fault = {
  name: 'drift',
  async survive(subject) {
    const { replaces, lifecycle } = subject;
    await revertsDrift({ ...scenarioOf(subject, [lifecycle[0]]), mayEdit: replaces, mayDelete: replaces });
    return 2 * subject.creates.length;
  },
};

/** The operator is stopped before each step, and started again after it. */
const restart: Fault = {
  name: 'restarts of the operator',
  survive: (subject) =>
    onEmbeddedCluster(subject, async (scene) => {
      const { cluster } = scene;
      const transport = await roleOf(subject, cluster);
      for (const step of subject.lifecycle) {
        await step.act(scene);
        const operator = await startOperator(subject, cluster, transport);
        await cluster.settled();
        await step.holds(scene);
        await operator.stop();
      }
      return subject.lifecycle.length;
    }),
};

/** Requests fail and watches break at the usual rates, until a minute after each step. */
function chaosOf(seed: number): Fault {
  return {
    name: `the chaos of seed ${seed}`,
    survive: (subject) =>
      onEmbeddedCluster(subject, async (scene) => {
        const { cluster } = scene;
        const { clock } = cluster;
        let count = 0;
        const chaos = chaosTransport(await roleOf(subject, cluster), {
          seed,
          clock,
          onFault: () => (count += 1),
        });
        chaos.calm();
        const operator = await startOperator(subject, cluster, chaos);
        for (const step of subject.lifecycle) {
          // Without time passing, an operator that has missed the deletion creates again what is collected, on and on.
          if (step !== subject.lifecycle.at(-1)) chaos.storm();
          chaos.resetWatches();
          await step.act(scene);
          await clock.advance('1m');
          chaos.calm();
          // The backoff of watches and reconciles ends.
          await clock.advance('5m');
          await cluster.settled();
          await step.holds(scene);
        }
        await operator.stop();
        return count;
      }),
  };
}

/** After each step, every container crashes, and then every Pod is killed. */
const podFailure: Fault = {
  name: 'failures of every Pod',
  survive: (subject) =>
    withOperator(subject, async (scene) => {
      const { client, cluster } = scene;
      let count = 0;
      for (const step of subject.lifecycle) {
        await step.act(scene);
        await cluster.settled();
        await step.holds(scene);
        for (const { metadata } of await readyPods(scene)) {
          await cluster.pods.crash(metadata);
          await cluster.clock.advance('10m');
          await cluster.settled();
          await step.holds(scene);
          count += 1;
        }
        for (const { metadata } of await readyPods(scene)) {
          await client.delete(Pod, metadata);
          await cluster.settled();
          await step.holds(scene);
          count += 1;
        }
      }
      return count;
    }),
};

const configurationError: Fault = {
  name: 'configuration errors',
  survive: (subject) =>
    withOperator(subject, async (scene) => {
      const { cluster } = scene;
      const [creation] = subject.lifecycle;
      await creation?.act(scene);
      await cluster.settled();
      for (const error of subject.configurationErrors) {
        await error.make(scene, cluster.pods);
        await cluster.clock.advance('10m');
        await error.shows(scene);
        await error.correct(scene, cluster.pods);
        await cluster.clock.advance('10m');
        await cluster.settled();
        await creation?.holds(scene);
      }
      return subject.configurationErrors.length;
    }),
};

const seeds = [1, 2, 3];

export const faults: readonly Fault[] = [
  crash,
  drift,
  restart,
  podFailure,
  configurationError,
  ...seeds.map(chaosOf),
];

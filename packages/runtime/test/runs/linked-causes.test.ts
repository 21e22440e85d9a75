/** Runs name the run that caused them, and their spans link to its span. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergePatch } from '../../src/client/patch.ts';
import { done } from '../../src/controller/result.ts';
import { ConfigMap, Namespace, Secret } from '../../src/kinds/core/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { controllerReference } from '../../src/objects/ownership.ts';
import type { Run } from '../../src/runs/run.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { type RecordedSpan, RecordingTracer } from '../support/recording-tracer.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const namespace = 'linked-causes';
const settings = { name: 'settings', namespace };

let cluster: TestCluster;
let tracer: RecordingTracer;
let manager: Manager;
let stop: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  cluster = await startTestCluster();
  await cluster.client.create(Namespace, { metadata: { name: namespace } });
  await cluster.client.create(ConfigMap, { metadata: settings, data: { color: 'red' } });
});

afterEach(async () => {
  stop.abort();
  await running;
  await cluster.stop();
});

/** Starts a manager that copies the ConfigMap into a Secret; its first reconcile fails before that. */
async function start(records: boolean): Promise<void> {
  tracer = new RecordingTracer();
  manager = new Manager({
    transport: cluster.transport,
    namespaces: [namespace],
    log: new RecordingLogger(),
    tracer,
    ...(records && { runs: {} }),
  });
  let isFirst = true;
  manager
    .controller('settings')
    .for(ConfigMap)
    .owns(Secret)
    .reconcileWith({
      reconcile: async (request) => {
        if (request.name !== settings.name) return done;
        const fails = isFirst;
        isFirst = false;
        if (fails) throw new Error('not yet');
        const map = await manager.client.get(ConfigMap, request);
        const ownerReferences = [controllerReference(map)];
        await manager.client.apply(Secret, {
          metadata: { ...settings, ownerReferences },
          stringData: { ...map.data },
        });
        return done;
      },
    });
  stop = new AbortController();
  running = manager.start(stop.signal);
  await manager.ready;
}

function recorded(): Run[] {
  return [...manager.runs].filter(({ object }) => object.name === settings.name);
}

function reconciles(): RecordedSpan[] {
  return tracer.spans.filter(
    ({ attributes, name }) =>
      name === 'reconcile settings' && attributes['k8s.object.name'] === settings.name,
  );
}

test('a cause names the run that wrote the object, and the run that is retried', async () => {
  await start(true);
  const find = (event: string, kind?: string): string | undefined =>
    recorded()
      .flatMap(({ causes }) => causes)
      .find((cause) => cause.event === event && cause.kind === kind)?.run;
  await expect.poll(() => find('added', 'Secret')).toBeDefined();
  const [first, second] = recorded();
  expect(find('retry')).toBe(first?.id);
  expect(find('added', 'Secret')).toBe(second?.id);
  // People created the ConfigMap.
  expect(first?.causes[0]).toMatchObject({ event: 'added', kind: 'ConfigMap' });
  expect(first?.causes[0]).not.toHaveProperty('run');
});

test('spans link to the span of that run, and count requests and writes; nothing has to be recorded for it', async () => {
  await start(false);
  const linked = (): RecordedSpan | undefined =>
    reconciles().find(({ links }) =>
      links.some(({ attributes }) => attributes?.['opgen.cause'] === `Secret ${namespace}/settings added`),
    );
  await expect.poll(linked).toBeDefined();
  const [first, second] = reconciles();
  expect(first?.links).toEqual([]);
  expect(second?.links.map(({ context }) => context)).toEqual([first?.context]);
  expect(linked()?.links.map(({ context }) => context)).toEqual([second?.context]);
  expect(second?.attributes).toMatchObject({ 'opgen.calls': 1, 'opgen.writes': 1 });

  await cluster.client.patch(ConfigMap, settings, mergePatch({ data: { color: 'blue' } }));
  await expect
    .poll(() => reconciles().flatMap(({ attributes }) => attributes['opgen.changes']))
    .toContain(`ConfigMap ${namespace}/settings .data.color`);
  expect([...manager.runs]).toEqual([]);
});

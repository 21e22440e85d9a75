import { expect } from 'vitest';
import type { AdmissionRequest } from '../support/webhook-server.ts';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';
import type { StoredObject } from './support/target.ts';
import { withWebhooks, writesOf } from './support/webhooks.ts';

const eventTime = '2026-01-01T00:00:00.000000Z';

const path = (scene: Scene, group: '' | 'events.k8s.io', name = ''): string => {
  const root = group === '' ? '/api/v1' : `/apis/${group}/v1`;
  return `${root}/namespaces/${scene.namespace}/events${name && `/${name}`}`;
};
const pod = (scene: Scene): object => ({ kind: 'Pod', namespace: scene.namespace, name: 'shop' });

/** Fields with the same name in both groups. */
const common = { type: 'Normal', reason: 'Opened', action: 'Open', reportingInstance: 'shop-0' };
const series = { count: 3, lastObservedTime: eventTime };

function createInGroup(scene: Scene): Promise<StoredObject> {
  return scene.must(201, 'POST', path(scene, 'events.k8s.io'), {
    metadata: { name: 'a' },
    ...common,
    eventTime,
    series,
    regarding: pod(scene),
    note: 'the shop is open',
    reportingController: 'shop-operator',
  });
}

function without(object: StoredObject, ...names: string[]): object {
  const { metadata: _, ...rest } = object;
  return Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => !names.includes(name) && value !== null),
  );
}

conformance('events of both groups', (it) => {
  it('share events: an event that is written to one is read from the other', async (scene) => {
    const { metadata } = await createInGroup(scene);
    const event = await scene.must(200, 'GET', path(scene, '', 'a'));
    expect(without(event)).toEqual({
      apiVersion: 'v1',
      kind: 'Event',
      ...common,
      eventTime,
      series,
      involvedObject: pod(scene),
      message: 'the shop is open',
      reportingComponent: 'shop-operator',
      source: {},
    });
    expect(event.metadata.uid).toBe(metadata.uid);
    expect((await scene.get(path(scene, ''))).object.items).toHaveLength(1);
  });

  it('have other names for legacy fields', async (scene) => {
    const at = '2026-01-01T00:00:00Z';
    await scene.must(201, 'POST', path(scene, ''), {
      metadata: { name: 'a' },
      involvedObject: pod(scene),
      message: 'closed',
      type: 'Normal',
      reason: 'Closed',
      source: { component: 'shop', host: 'here' },
      firstTimestamp: at,
      lastTimestamp: at,
      count: 2,
    });
    expect(without(await scene.must(200, 'GET', path(scene, 'events.k8s.io', 'a')))).toEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      regarding: pod(scene),
      note: 'closed',
      type: 'Normal',
      reason: 'Closed',
      deprecatedSource: { component: 'shop', host: 'here' },
      deprecatedFirstTimestamp: at,
      deprecatedLastTimestamp: at,
      deprecatedCount: 2,
    });
  });

  it('change and delete the same events', async (scene) => {
    await createInGroup(scene);
    const answer = await scene.patch('merge', path(scene, '', 'a'), { message: 'still open' });
    expect(answer.status).toBe(200);
    const event = await scene.must(200, 'GET', path(scene, 'events.k8s.io', 'a'));
    expect(event).toMatchObject({ note: 'still open', reportingController: 'shop-operator' });
    expect((await scene.delete(path(scene, 'events.k8s.io', 'a'))).status).toBe(200);
    expect((await scene.get(path(scene, '', 'a'))).status).toBe(404);
  });

  it('send watch events in their own form', async (scene) => {
    const streams = [
      await scene.watch(`${path(scene, '')}?watch=1`),
      await scene.watch(`${path(scene, 'events.k8s.io')}?watch=1`),
    ];
    await createInGroup(scene);
    const seen = await Promise.all(streams.map((stream) => stream.next()));
    expect(seen.map((event) => event?.object.apiVersion)).toEqual(['v1', 'events.k8s.io/v1']);
    expect(seen[0]?.object).toMatchObject({ message: 'the shop is open' });
    expect(seen[1]?.object).toMatchObject({ note: 'the shop is open' });
  });

  it('select by fields with the names of the group', async (scene) => {
    await createInGroup(scene);
    const names = async (group: '' | 'events.k8s.io', selector: string): Promise<unknown> => {
      const { object } = await scene.get(`${path(scene, group)}?fieldSelector=${selector}`);
      return object.message ?? object.items.map(({ metadata }) => metadata.name);
    };
    expect(await names('events.k8s.io', 'regarding.name=shop')).toEqual(['a']);
    expect(await names('events.k8s.io', 'regarding.name=other')).toEqual([]);
    expect(await names('events.k8s.io', 'reportingController=shop-operator,reason=Opened')).toEqual(['a']);
    expect(await names('', 'involvedObject.name=shop')).toEqual(['a']);
    expect(await names('events.k8s.io', 'involvedObject.name=shop')).toBe(
      'field label not supported: involvedObject.name',
    );
  });

  it('call a webhook for one group when the other is written', async (scene) => {
    const rules = [writesOf('events')];
    const webhooks = await withWebhooks(scene, {
      mutating: [{ id: 'events', rules, matchPolicy: 'Equivalent' }],
    });
    const received: AdmissionRequest[] = [];
    webhooks.admit('/events', (request) => {
      received.push(request);
      return { allowed: true, patch: [{ op: 'replace', path: '/message', value: 'changed' }] };
    });
    const made = await createInGroup(scene);
    expect(received).toMatchObject([
      {
        kind: { group: '', version: 'v1', kind: 'Event' },
        requestKind: { group: 'events.k8s.io', version: 'v1', kind: 'Event' },
        object: { apiVersion: 'v1', message: 'the shop is open' },
      },
    ]);
    expect(made).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'changed' });
  });
});

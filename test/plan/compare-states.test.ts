import { expect, test } from 'vitest';
import { compareStates, type PlannedChange } from '../../src/plan/compare-states.ts';
import type { PlannedObject } from '../../src/plan/planned-object.ts';
import { renderChanges, summaryOf } from '../../src/plan/render-plan.ts';

const from = Date.parse('2026-05-01T10:00:00.500Z');
const to = Date.parse('2026-05-01T10:00:09Z');

function object(kind: string, name: string, more: object = {}): PlannedObject {
  const { metadata, ...fields } = more as { metadata?: object };
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace: 'default', uid: `uid-of-${name}`, resourceVersion: '1', ...metadata },
    ...fields,
  };
}

const changed = { metadata: { resourceVersion: '2', managedFields: [{}], generation: 2 } };

const data = (password: string, more = {}): object => ({ data: { user: 'same', password, ...more } });
const since = '2026-05-01T10:00:00Z';
const status = (at: string): object => ({ status: { since, at } });

function compare(before: readonly PlannedObject[], after: readonly PlannedObject[]): PlannedChange[] {
  return compareStates(before, after, { from, to });
}

function text(changes: readonly PlannedChange[]): string {
  return renderChanges(changes, { paint: (_, plain) => plain });
}

test('what the server sets with each write is no change', () => {
  expect(compare([object('ConfigMap', 'a')], [object('ConfigMap', 'a', changed)])).toEqual([]);
});

test('a change is shown with the lines around it, a new object as a whole, a deleted one by its name', () => {
  const changes = compare(
    [object('ConfigMap', 'a', { data: { size: '1' } }), object('ConfigMap', 'b')],
    [
      object('ConfigMap', 'a', { ...changed, data: { size: '2' } }),
      object('ConfigMap', 'c', { data: { size: '3' } }),
    ],
  );
  expect(text(changes)).toBe(`~ update ConfigMap default/a
    @@ -1,6 +1,6 @@
      apiVersion: v1
      data:
    -   size: "1"
    +   size: "2"
      kind: ConfigMap
      metadata:
        name: a
- delete ConfigMap default/b
+ create ConfigMap default/c
    + apiVersion: v1
    + data:
    +   size: "3"
    + kind: ConfigMap
    + metadata:
    +   name: c
    +   namespace: default`);
  expect(summaryOf(changes)).toBe('1 to create, 1 to update, 1 to delete');
});

test('the data of a Secret is never shown', () => {
  const [secret] = compare(
    [object('Secret', 'a', data('old'))],
    [object('Secret', 'a', { ...changed, ...data('new', { added: 'value' }) })],
  );
  expect(secret?.before?.['data']).toEqual({ user: '***', password: '*** (before)' });
  expect(secret?.after?.['data']).toEqual({ user: '***', password: '*** (after)', added: '***' });
});

test('the time of the write and the uids of new objects are placeholders', () => {
  const changes = compare(
    [object('ConfigMap', 'a', status('2026-04-01T00:00:00Z'))],
    [
      // The time of another field, in which the plan began.
      object('ConfigMap', 'a', { ...changed, ...status(since) }),
      object('ConfigMap', 'b', { metadata: { ownerReferences: [{ uid: 'uid-of-c' }] } }),
      object('ConfigMap', 'c'),
    ],
  );
  // A time that was there before is known, although the plan began in the same second.
  expect(changes[0]?.after?.['status']).toEqual({ since, at: '<time of the write>' });
  expect(changes[1]?.after?.['metadata']).toMatchObject({
    ownerReferences: [{ uid: '<uid of ConfigMap default/c>' }],
  });
});

test('addresses and ports that the server allocates are left out of a new Service', () => {
  const spec = { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ port: 80, nodePort: 30_007 }] };
  const [service] = compare([], [object('Service', 'a', { spec })]);
  expect(service?.after?.['spec']).toEqual({ ports: [{ port: 80 }] });
});

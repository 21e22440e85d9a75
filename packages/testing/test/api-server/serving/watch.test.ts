import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchLines, type WatchRequest } from '../../../src/api-server/serving/watch.ts';
import { Store } from '../../../src/api-server/storage/store.ts';
import type { StoredObject } from '../../../src/api-server/storage/stored-object.ts';

const table = '/configmaps';

function configMap(name: string): StoredObject {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: '', creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

function watch(store: Store, more: Partial<WatchRequest> = {}): AsyncGenerator<string> {
  return watchLines(store, {
    table,
    matches: () => true,
    resourceVersion: String(store.revision),
    sendInitialEvents: false,
    bookmarks: false,
    timeoutSeconds: 60,
    present: (object) => object,
    typeMeta: { apiVersion: 'v1', kind: 'ConfigMap' },
    ...more,
  });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a watch', () => {
  it('sends simultaneous events in one chunk', async () => {
    const store = new Store();
    const lines = watch(store);
    const piece = lines.next();
    for (const name of ['a', 'b', 'c']) store.put(table, configMap(name));
    expect(
      String((await piece).value)
        .trim()
        .split('\n'),
    ).toHaveLength(3);
    await lines.return(undefined);
  });

  it('ends for a reader that falls too far behind, and frees its events', async () => {
    const store = new Store();
    const lines = watch(store);
    const first = lines.next();
    store.put(table, configMap('first'));
    await first;
    for (let count = 0; count < 50_010; count += 1) store.put(table, configMap('a'));
    const rest = await lines.next();
    expect(String(rest.value).trim().split('\n')).toHaveLength(50_001);
    expect((await lines.next()).done).toBe(true);
  });

  it('sends a bookmark shortly before its end', async () => {
    vi.useFakeTimers();
    const store = new Store();
    const lines = watch(store, { bookmarks: true, timeoutSeconds: 10 });
    const piece = lines.next();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(JSON.parse(String((await piece).value))).toMatchObject({ type: 'BOOKMARK' });
    const end = lines.next();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await end).done).toBe(true);
  });

  it('keeps nothing once it is aborted', async () => {
    vi.useFakeTimers();
    const store = new Store();
    const listening = new Set<unknown>();
    const subscribe = store.subscribe.bind(store);
    vi.spyOn(store, 'subscribe').mockImplementation((listener) => {
      listening.add(listener);
      const unsubscribe = subscribe(listener);
      return () => {
        listening.delete(listener);
        unsubscribe();
      };
    });
    const controllers = Array.from({ length: 1000 }, () => new AbortController());
    const ends = controllers.map(({ signal }) => watch(store, { signal }).next());
    expect([listening.size, vi.getTimerCount() >= 1000]).toEqual([1000, true]);
    for (const controller of controllers) controller.abort();
    expect((await Promise.all(ends)).every(({ done }) => done === true)).toBe(true);
    expect([listening.size, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

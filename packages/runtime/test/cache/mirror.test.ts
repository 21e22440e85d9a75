import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/cache/change.ts';
import { Mirror, type WriteInProgress } from '../../src/cache/mirror.ts';
import { memcached, type Memcached } from '../support/objects.ts';

const key = { namespace: 'default', name: 'cache' };

class Subject {
  readonly mirror = new Mirror<Memcached>({ freeze: true });
  readonly changes: string[] = [];

  constructor(...existing: Memcached[]) {
    this.relisted(1, ...existing);
    this.changes.length = 0;
  }

  get size(): number | undefined {
    return this.mirror.store.get('default/cache')?.spec.size;
  }

  added(object: Memcached): void {
    this.#note(...this.mirror.receive({ type: 'ADDED', object }));
  }

  modified(object: Memcached): void {
    this.#note(...this.mirror.receive({ type: 'MODIFIED', object }));
  }

  deleted(object: Memcached): void {
    this.#note(...this.mirror.receive({ type: 'DELETED', object }));
  }

  relisted(version: number, ...objects: Memcached[]): void {
    for (const change of this.mirror.replace(objects, String(version))) this.#note(change);
  }

  write(target: { name?: string; namespace?: string } = key): WriteInProgress<Memcached> {
    return this.mirror.write(target, (change) => this.#note(change));
  }

  #note(...changes: readonly Change<Memcached>[]): void {
    for (const { type, own, object, old } of changes) {
      const versions = [old, object]
        .filter((one) => one !== undefined)
        .map((one) => one.metadata.resourceVersion);
      this.changes.push(`${own ? 'own ' : ''}${type} ${versions.join('→')}`);
    }
  }
}

describe('the watch', () => {
  test('delivers additions, updates and deletions', () => {
    const subject = new Subject();
    subject.added(memcached('cache', 2));
    subject.modified(memcached('cache', 3, { size: 3 }));
    expect(subject.size).toBe(3);
    subject.deleted(memcached('cache', 4));

    expect(subject.size).toBeUndefined();
    expect(subject.changes).toEqual(['added 2', 'updated 2→3', 'deleted 4']);
  });

  test('ignores repeated and older events', () => {
    const subject = new Subject(memcached('cache', 10, { size: 3 }));
    subject.modified(memcached('cache', 9, { size: 2 }));
    subject.added(memcached('cache', 10, { size: 3 }));

    expect(subject.size).toBe(3);
    expect(subject.changes).toEqual([]);
  });

  test('accepts every event if versions cannot be ordered', () => {
    const subject = new Subject(memcached('cache', 'x2', { size: 2 }));
    subject.modified(memcached('cache', 'x1', { size: 1 }));

    expect(subject.size).toBe(1);
  });
});

describe('a relist', () => {
  test('delivers additions, updates and deletions, but no unchanged objects', () => {
    const subject = new Subject(memcached('same', 2), memcached('changed', 3), memcached('gone', 4));
    const before = subject.mirror.store.get('default/same');
    subject.relisted(9, memcached('same', 2), memcached('changed', 8), memcached('new', 7));

    expect(subject.changes).toEqual(['updated 3→8', 'added 7', 'deleted 4']);
    expect(subject.mirror.store.get('default/same')).toBe(before);
  });

  test('of one namespace keeps objects of other namespaces', () => {
    const subject = new Subject(
      memcached('cache', 2, { metadata: { namespace: 'other' } }),
      memcached('cache', 3),
    );
    const changes = [...subject.mirror.replace([], '9', 'default')];

    expect(changes).toHaveLength(1);
    expect(subject.mirror.store.size).toBe(1);
  });

  test('does not undo a newer write of ours', () => {
    const subject = new Subject();
    subject.write().wrote(memcached('cache', 12, { size: 5 }));
    subject.relisted(11);

    expect(subject.size).toBe(5);
    subject.relisted(13);
    expect(subject.size).toBeUndefined();
  });

  test('confirms our own deletion', () => {
    const subject = new Subject(memcached('cache', 2));
    subject.write().deleted();
    subject.relisted(9);

    expect(subject.changes).toEqual(['deleted 2']);
  });
});

describe('a write', () => {
  test('is readable immediately, and older events do not undo it', () => {
    const subject = new Subject(memcached('cache', 2, { size: 1 }));
    subject.write().wrote(memcached('cache', 4, { size: 5 }));
    expect(subject.size).toBe(5);
    subject.modified(memcached('cache', 3, { size: 2 }));

    expect(subject.size).toBe(5);
    expect(subject.changes).toEqual([]);
  });

  test('is delivered as our own when the watch event arrives', () => {
    const subject = new Subject(memcached('cache', 2));
    subject.write().wrote(memcached('cache', 3));
    subject.modified(memcached('cache', 3));

    expect(subject.changes).toEqual(['own updated 2→3']);
  });

  test('is delivered as our own even if its event arrives before the response', () => {
    const subject = new Subject(memcached('cache', 2));
    const write = subject.write();
    subject.modified(memcached('cache', 3));
    expect(subject.changes).toEqual([]);
    write.wrote(memcached('cache', 3));

    expect(subject.changes).toEqual(['own updated 2→3']);
  });

  test.each([
    ['before it', [memcached('cache', 3), memcached('cache', 4)], ['updated 2→3', 'own updated 3→4']],
    ['after it', [memcached('cache', 4), memcached('cache', 5)], ['own updated 2→4', 'updated 4→5']],
  ])("does not swallow someone else's change %s", (_, events, changes) => {
    const subject = new Subject(memcached('cache', 2));
    const write = subject.write();
    for (const event of events) subject.modified(event);
    write.wrote(memcached('cache', 4));

    expect(subject.changes).toEqual(changes);
  });

  test('releases held-back events when it fails', () => {
    const subject = new Subject(memcached('cache', 2));
    const write = subject.write();
    subject.modified(memcached('cache', 3));
    write.abandoned();

    expect(subject.changes).toEqual(['updated 2→3']);
  });

  test('waits for no event if it changed nothing', () => {
    const subject = new Subject(memcached('cache', 2));
    subject.write().wrote(memcached('cache', 2));
    subject.modified(memcached('cache', 3));

    expect(subject.changes).toEqual(['updated 2→3']);
  });

  test('does not restore an object that was deleted before the response arrived', () => {
    const subject = new Subject(memcached('cache', 2));
    const write = subject.write();
    subject.deleted(memcached('cache', 4));
    write.wrote(memcached('cache', 3));

    expect(subject.size).toBeUndefined();
    expect(subject.changes).toEqual(['deleted 4']);
  });

  test('is delivered as our own while another write is in progress', () => {
    const subject = new Subject(memcached('cache', 2));
    const [first, second] = [subject.write(), subject.write()];
    first.wrote(memcached('cache', 3));
    subject.modified(memcached('cache', 3));
    second.wrote(memcached('cache', 4));
    subject.modified(memcached('cache', 4));

    expect(subject.changes).toEqual(['own updated 2→3', 'own updated 3→4']);
  });
});

describe('a relist after a write without a watch event', () => {
  test('delivers the update even if the object is as handlers last saw it', () => {
    const subject = new Subject(memcached('cache', 2, { size: 1 }));
    subject.write().wrote(memcached('cache', 4, { size: 5 }));
    subject.relisted(6, memcached('cache', 5, { size: 1 }));

    expect(subject.changes).toEqual(['own updated 2→4', 'updated 4→5']);
  });

  test('delivers the addition and the deletion of an object that we created', () => {
    const subject = new Subject();
    subject.write().wrote(memcached('cache', 4));
    subject.relisted(6);

    expect(subject.changes).toEqual(['own added 4', 'deleted 4']);
  });

  test('delivers the deletion and the addition of an object that was recreated', () => {
    const subject = new Subject(memcached('cache', 2));
    subject.write().deleted();
    subject.relisted(6, memcached('cache', 5, { metadata: { uid: 'another' } }));

    expect(subject.changes).toEqual(['deleted 2', 'added 5']);
  });
});

describe('a create', () => {
  test('with a generated name is readable immediately', () => {
    const subject = new Subject();
    subject.write({ namespace: 'default' }).wrote(memcached('cache', 3, { size: 4 }));

    expect(subject.size).toBe(4);
  });

  test.each([
    ['with a name', key],
    ['with a generated name', {}],
  ])('%s does not restore the object if a relist before the response lacked it', (_, target) => {
    const subject = new Subject();
    const write = subject.write(target);
    subject.relisted(7);
    write.wrote(memcached('cache', 5));

    expect(subject.size).toBeUndefined();
    expect(subject.changes).toEqual([]);
  });

  test('with a generated name does not restore an object that was deleted before the response arrived', () => {
    const subject = new Subject();
    const write = subject.write({ namespace: 'default' });
    subject.added(memcached('cache', 3));
    subject.deleted(memcached('cache', 4));
    write.wrote(memcached('cache', 3));

    expect(subject.size).toBeUndefined();
  });
});

describe('a delete', () => {
  test('hides the object immediately, and older watch events do not restore it', () => {
    const subject = new Subject(memcached('cache', 2));
    subject.write().deleted();
    subject.modified(memcached('cache', 3));
    expect(subject.size).toBeUndefined();
    subject.deleted(memcached('cache', 4));

    expect(subject.changes).toEqual(['updated 2→3', 'deleted 4']);
  });

  test('shows the object again while it waits for finalizers', () => {
    const subject = new Subject(memcached('cache', 2));
    subject.write().deleted();
    subject.modified(memcached('cache', 3, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }));

    expect(subject.size).toBe(1);
  });

  test('allows a new object with the same name', () => {
    const subject = new Subject(memcached('cache', 2));
    subject.write().deleted();
    subject.write().wrote(memcached('cache', 5, { size: 7, metadata: { uid: 'another' } }));
    expect(subject.size).toBe(7);
    subject.deleted(memcached('cache', 4));
    expect(subject.size).toBe(7);
    subject.added(memcached('cache', 5, { size: 7, metadata: { uid: 'another' } }));

    expect(subject.size).toBe(7);
    expect(subject.changes).toEqual(['deleted 4', 'own added 5']);
  });
});

describe('the store', () => {
  test('freezes objects and drops their managedFields', () => {
    const subject = new Subject();
    const object = memcached('cache', 2, { metadata: { managedFields: [{ manager: 'kubectl' }] } });
    subject.added(object);
    const stored = subject.mirror.store.get('default/cache');

    expect(stored?.metadata.managedFields).toBeUndefined();
    expect(() => Object.assign(stored?.spec ?? {}, { size: 9 })).toThrow(TypeError);
  });

  test('keeps a new object with the same name that was created before the delete was answered', () => {
    const subject = new Subject(memcached('cache', 2, { metadata: { uid: 'first' } }));
    const write = subject.write();
    subject.deleted(memcached('cache', 4, { metadata: { uid: 'first' } }));
    subject.added(memcached('cache', 5, { size: 5, metadata: { uid: 'second' } }));
    write.deleted();

    expect(subject.size).toBe(5);
    expect(subject.changes).toEqual(['deleted 4', 'added 5']);
  });

  test('keeps an object with finalizers if its watch event arrives before the response to the delete', () => {
    const subject = new Subject(memcached('cache', 2));
    const write = subject.write();
    subject.modified(memcached('cache', 3, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }));
    write.deleted();

    expect(subject.size).toBe(1);
  });
});

import { expect, test } from 'vitest';
import { RunOrigins } from '../../src/runs/run-origins.ts';

function object(resourceVersion: string, uid = 'a'): object {
  return { metadata: { uid, resourceVersion } };
}

test('finds the run that wrote a state, and no run for other states', () => {
  const origins = new RunOrigins();
  origins.wrote(object('1'), { id: 'first' });
  origins.wrote(object('2'), { id: 'second' });
  expect(origins.writerOf(object('1'))).toEqual({ id: 'first' });
  expect(origins.writerOf(object('2'))).toEqual({ id: 'second' });
  expect(origins.writerOf(object('3'))).toBeUndefined();
  expect(origins.writerOf(object('1', 'b'))).toBeUndefined();
  expect(origins.writerOf({})).toBeUndefined();
});

test('a later write that returns the same state changed nothing', () => {
  const origins = new RunOrigins();
  origins.wrote(object('1'), { id: 'first' });
  origins.wrote(object('1'), { id: 'second' });
  expect(origins.writerOf(object('1'))).toEqual({ id: 'first' });
});

test('knows the previous run of an object', () => {
  const origins = new RunOrigins();
  expect(origins.started('shop', 'default/web', { id: '1' })).toBeUndefined();
  expect(origins.started('other', 'default/web', { id: '2' })).toBeUndefined();
  expect(origins.started('shop', 'default/web', { id: '3' })).toEqual({ id: '1' });
});

test('forgets old writes and runs', () => {
  const origins = new RunOrigins();
  for (let version = 0; version <= 4_096; version += 1) {
    origins.wrote(object(String(version)), { id: String(version) });
    origins.started('shop', String(version), { id: String(version) });
  }
  expect(origins.writerOf(object('0'))).toBeUndefined();
  expect(origins.writerOf(object('1'))).toEqual({ id: '1' });
  expect(origins.started('shop', '0', { id: 'new' })).toBeUndefined();
  expect(origins.started('shop', '4096', { id: 'new' })).toEqual({ id: '4096' });
});

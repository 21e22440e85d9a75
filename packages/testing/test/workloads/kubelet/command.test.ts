import { expect, test } from 'vitest';
import { exitOfCommand } from '../../../src/workloads/kubelet/command.ts';

const shell = (script: string) => exitOfCommand({ name: 'a', command: ['/bin/sh', '-c'], args: [script] });
const exits = (code: number, seconds: number) =>
  expect.objectContaining({ code, after: seconds * 1000, reason: code === 0 ? 'Completed' : 'Error' });

test('commands that exit', () => {
  expect(exitOfCommand({ name: 'a', command: ['/bin/false'] })).toEqual(exits(1, 1));
  expect(exitOfCommand({ name: 'a', args: ['sleep', '1.5m'] })).toEqual(exits(0, 90));
  expect(exitOfCommand({ name: 'a', command: ['sleep', '0'] })).toEqual(exits(0, 1));
});

test('scripts of a shell', () => {
  expect(shell('exit 1')).toEqual(exits(1, 1));
  expect(shell('echo hello; sleep 20; exit 257')).toEqual(exits(1, 20));
  expect(shell('\n sleep 2\n sleep 3\n exit')).toEqual(exits(0, 5));
  expect(shell('false; exit')).toEqual(exits(1, 1));
  expect(shell('exit 3; sleep infinity')).toEqual(exits(3, 1));
});

test('containers that run until they are stopped', () => {
  expect(exitOfCommand({ name: 'a', image: 'registry.k8s.io/pause:3.10' })).toBe('never');
  expect(shell('sleep infinity')).toBe('never');
});

test('all other commands are unknown', () => {
  expect(exitOfCommand({ name: 'a', image: 'nginx' })).toBeUndefined();
  expect(exitOfCommand({ name: 'a', command: ['/manager'] })).toBeUndefined();
  expect(shell('exit $(( $RANDOM / 16384 ))')).toBeUndefined();
  expect(shell('sleep 1 && exit 1')).toBeUndefined();
  expect(shell('if true; then exit 1; fi')).toBeUndefined();
  expect(shell('/work')).toBeUndefined();
});

test('only a short command is awaited', () => {
  expect(shell('sleep 60')).toMatchObject({ isAwaited: true });
  expect(shell('sleep 61')).toMatchObject({ isAwaited: false });
});

import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { shutdownSignal } from '../../src/manager/shutdown-signal.ts';

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit = (code: number): void => void this.exits.push(code);
}

test.each(['SIGTERM', 'SIGINT'])('the first %s aborts the signal, the second ends the process', (name) => {
  const host = new FakeProcess();
  const signal = shutdownSignal(host);
  expect(signal.aborted).toBe(false);
  host.emit(name);
  expect(signal.aborted).toBe(true);
  expect(host.exits).toEqual([]);
  host.emit('SIGTERM');

  expect(host.exits).toEqual([1]);
});

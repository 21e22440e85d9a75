import { expect, test } from 'vitest';
import { FencedTransport } from '../../src/leader-election/fenced-transport.ts';
import { HeldLease, readClocks, withHeldLease } from '../../src/leader-election/held-lease.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

/** Responds with headers at once, and with the body when `finish` is called. */
class SlowBody implements Transport {
  signal: AbortSignal | undefined;
  finish: (text: string) => void = () => undefined;

  async request({ signal }: Parameters<Transport['request']>[0]): ReturnType<Transport['request']> {
    this.signal = signal;
    const body = new Promise<string>((resolve, reject) => {
      this.finish = resolve;
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return {
      status: 200,
      headers: {},
      text: () => body,
      chunks: () => {
        throw new Error('unused');
      },
    };
  }

  async close(): Promise<void> {}
}

function subject() {
  const clock = new FakeClock();
  const held = new HeldLease(clock, 10_000, readClocks(clock));
  const slow = new SlowBody();
  const caller = new AbortController();
  const write = { method: 'PATCH', path: '/api/v1/nodes/a', signal: caller.signal };
  const response = withHeldLease(held, () => new FencedTransport(slow).request(write));
  return { held, slow, caller, response };
}

test('aborts the body of a write when the caller aborts', async () => {
  const { held, caller, response } = subject();
  const body = (await response).text();
  caller.abort(new Error('timed out'));
  await expect(body).rejects.toThrow('timed out');
  held.end('the test is over');
});

test('aborts the body of a write when the lease is lost', async () => {
  const { held, response } = subject();
  const body = (await response).text();
  held.end('the lease was not renewed in time');
  await expect(body).rejects.toThrow('no longer the leader');
});

test('leaves the signal of the request alone once the body is read', async () => {
  const { held, slow, caller, response } = subject();
  const { text } = await response;
  const body = text();
  slow.finish('{}');
  expect(await body).toBe('{}');
  caller.abort();
  held.end('the test is over');
  expect(slow.signal?.aborted).toBe(false);
});

test('a WebSocket is fenced like a write, although its method is GET', async () => {
  const clock = new FakeClock();
  const held = new HeldLease(clock, 10_000, readClocks(clock));
  const transport = new FencedTransport(new SlowBody());
  const exec = { method: 'GET', path: '/api/v1/namespaces/a/pods/b/exec', webSocket: ['v5.channel.k8s.io'] };
  const body = (await withHeldLease(held, () => transport.request(exec))).text();
  held.end('the lease was not renewed in time');
  await expect(body).rejects.toThrow('no longer the leader');
  const late = withHeldLease(held, () => transport.request(exec));
  await expect(late).rejects.toThrow('no longer the leader');
});

test('many concurrent writes with one signal cause no warning about listeners', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error): unknown => warnings.push(name);
  process.on('warning', listen);
  try {
    const clock = new FakeClock();
    const held = new HeldLease(clock, 10_000, readClocks(clock));
    const { signal } = new AbortController();
    const transport = new FencedTransport(new SlowBody());
    const write = (): ReturnType<Transport['request']> =>
      transport.request({ method: 'PATCH', path: '/api/v1/nodes/a', signal });
    await withHeldLease(held, () => Promise.all(Array.from({ length: 50 }, write)));
    // Node emits warnings in the next tick.
    await settle();
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  } finally {
    process.off('warning', listen);
  }
});

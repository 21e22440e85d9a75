import { beforeEach, expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';
import { MeasuredTransport, RequestMetrics } from '../../src/transport/measured-transport.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { FakeClock } from '../support/fake-clock.ts';

let metrics: Metrics;
let clock: FakeClock;
let answer: () => Promise<Awaited<ReturnType<Transport['request']>>>;
let server: string | undefined;

const ok = { status: 200, headers: {}, text: async () => '', chunks: async function* () {} };

beforeEach(() => {
  metrics = new Metrics();
  clock = new FakeClock();
  server = 'https://10.0.0.1:6443';
  answer = async () => ok;
});

function measured(): MeasuredTransport {
  const transport: Transport = {
    get server() {
      return server;
    },
    request: () => answer(),
    close: async () => {},
  };
  return new MeasuredTransport(transport, new RequestMetrics(metrics), clock);
}

test('counts every response by status, method and host', async () => {
  const transport = measured();
  await transport.request({ method: 'GET', path: '/' });
  await transport.request({ method: 'GET', path: '/' });
  answer = async () => ({ ...ok, status: 409 });
  await transport.request({ method: 'PUT', path: '/' });

  expect(metrics.text()).toContain(
    'rest_client_requests_total{code="200",method="GET",host="10.0.0.1:6443"} 2\n',
  );
  expect(metrics.text()).toContain(
    'rest_client_requests_total{code="409",method="PUT",host="10.0.0.1:6443"} 1\n',
  );
});

test('counts a failed request to an unknown host', async () => {
  answer = () => Promise.reject(new Error('down'));
  server = undefined;

  await expect(measured().request({ method: 'GET', path: '/' })).rejects.toThrow('down');
  expect(metrics.text()).toContain(
    'rest_client_requests_total{code="<error>",method="GET",host="unknown"} 1\n',
  );
});

test('measures the duration of requests but not of watches', async () => {
  const transport = measured();
  answer = async () => {
    await clock.advance(300);
    return ok;
  };
  await transport.request({ method: 'GET', path: '/' });
  await transport.request({ method: 'GET', path: '/', purpose: 'watch' });

  expect(metrics.text()).toContain(
    'rest_client_request_duration_seconds_sum{verb="GET",host="10.0.0.1:6443"} 0.3\n',
  );
  expect(metrics.text()).toContain(
    'rest_client_request_duration_seconds_count{verb="GET",host="10.0.0.1:6443"} 1\n',
  );
});

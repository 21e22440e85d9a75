import type { Transport } from '@opgen/runtime/transport';

/** What kube-apiserver counts about itself. */
export interface ServerMetrics {
  cpuMs: number;
  /** Requests that change something, and those that read one object. Watches and lists are few. */
  requests: number;
}

export async function serverMetrics(transport: Transport): Promise<ServerMetrics> {
  const response = await transport.request({ method: 'GET', path: '/metrics' });
  const lines = (await response.text()).split('\n');
  return {
    cpuMs: sum(lines, /^process_cpu_seconds_total /) * 1000,
    requests: sum(
      lines,
      /^apiserver_request_total\{.*resource="(?:memcacheds|configmaps)".*verb="(?:GET|POST|PUT|PATCH|APPLY)"/,
    ),
  };
}

function sum(lines: readonly string[], name: RegExp): number {
  return lines.reduce((total, line) => {
    const value = line.slice(line.lastIndexOf(' ') + 1);
    return name.test(line) ? total + Number(value) : total;
  }, 0);
}

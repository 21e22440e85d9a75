import type { Transport } from '@opgen/runtime/transport';

/** Metrics of kube-apiserver. */
export interface ServerMetrics {
  cpuMs: number;
  /** Writes, and reads of single objects. There are few watches and lists. */
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

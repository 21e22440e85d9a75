/**
 * Pepr's watch on the same objects: `KUBECONFIG=<file> pepr-watch.js --objects=<n>`. Prints `ready` after it has
 * received that many, and exits on SIGTERM.
 */
import { parseArgs } from 'node:util';
import { GenericKind, K8s, RegisterKind, WatchEvent } from 'kubernetes-fluent-client';

class Memcached extends GenericKind {}
RegisterKind(Memcached, {
  group: 'benchmark.example.com',
  version: 'v1',
  kind: 'Memcached',
  plural: 'memcacheds',
});

const { values } = parseArgs({ options: { objects: { type: 'string', default: '0' } } });
let left = Number(values.objects);

const watcher = K8s(Memcached).Watch((_, phase) => {
  if (phase === 'ADDED' && --left === 0) process.stdout.write('ready\n');
});
for (const event of [WatchEvent.LIST_ERROR, WatchEvent.NETWORK_ERROR, WatchEvent.WATCH_ERROR]) {
  watcher.events.on(event, (error: unknown) => void process.stderr.write(`${event}: ${String(error)}\n`));
}
process.on('SIGTERM', () => {
  watcher.close();
  process.exit(0);
});
await watcher.start();

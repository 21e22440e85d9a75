// Runs the operator of memcached-operator.ts in its own process: `node … <kubeconfig> <bucket folder>`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, shutdownSignal } from '../../../src/index.ts';
import { kubeConfigTransport } from '../../../src/entry-points/transport.ts';
import { memcachedOperator, World } from './memcached-operator.ts';

const [path = '', folder = ''] = process.argv.slice(2);

/** External resources outlive the process that created them: one file each. */
class StoredBuckets extends Set<string> {
  override add(uid: string): this {
    writeFileSync(join(folder, uid), '');
    return this;
  }

  override delete(uid: string): boolean {
    rmSync(join(folder, uid), { force: true });
    return true;
  }
}

mkdirSync(folder, { recursive: true });
const world = new World(new StoredBuckets());
const transport = await kubeConfigTransport({ path });
const log = createLogger({ level: 'error' });
await memcachedOperator({ transport, world, log, concurrency: 4 }).start(shutdownSignal());
await transport.close();
process.stdout.write(`overlaps ${world.overlaps.length} buckets ${readdirSync(folder).length}\n`);

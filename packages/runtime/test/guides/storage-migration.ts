/** Compiled, never run: the example of the guide. */
import { createClient } from '@opgen/runtime';
import { migrateStorage } from '@opgen/runtime/storage-migration';
import { kubeConfigTransport } from '@opgen/runtime/transport';
import { Memcached } from '../support/objects.ts';

const client = createClient(await kubeConfigTransport(), { fieldManager: 'storage-migration' });
const { migrated, removed } = await migrateStorage(client, Memcached);
console.log(`${migrated} objects migrated, no longer stored: ${removed.join(', ')}`);

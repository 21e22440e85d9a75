import { join } from 'node:path';
import { Store } from '../api-server/storage/store.ts';
import { tryFileLock } from '../file-lock.ts';
import { type Credentials, newCredentials, readCredentials, writeCredentials } from './credentials.ts';
import { ObjectLog, readObjectLog } from './object-log.ts';
import { StateError } from './state-error.ts';

/** A folder that keeps a cluster across restarts: its objects, and the credentials that kubeconfigs contain. */
export interface ClusterState {
  /** The objects of the last run. Every further write is in the folder before `put` or `remove` returns. */
  readonly store: Store;
  readonly credentials: Credentials;
  /** Remembers the port for the next start. */
  rememberPort(port: number): void;
  close(): Promise<void>;
}

/** Opens a state folder, and creates it if it does not exist. Only one process may use it at a time. */
export async function openState(folder: string): Promise<ClusterState> {
  const lock = await tryFileLock(join(folder, 'lock'));
  if (lock.owner !== undefined)
    throw new StateError('in use', `${folder} is in use by the process with the ID ${lock.owner}`);
  try {
    const path = join(folder, 'objects.jsonl');
    const store = new Store({ saved: readObjectLog(path) });
    const credentialsPath = join(folder, 'credentials.json');
    let credentials = readCredentials(credentialsPath) ?? newCredentials();
    writeCredentials(credentialsPath, credentials);
    const log = new ObjectLog(path, store);
    const unsubscribe = store.subscribe((change) => log.append(change, store));
    return {
      store,
      get credentials() {
        return credentials;
      },
      rememberPort(port) {
        if (port === credentials.port) return;
        credentials = { ...credentials, port };
        writeCredentials(credentialsPath, credentials);
      },
      async close() {
        unsubscribe();
        log.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

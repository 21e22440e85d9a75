import { get } from 'node:http';
import {
  type Client,
  CommandError,
  ConflictError,
  createClient,
  createOrUpdate,
  draft,
  dynamicKind,
  InvalidError,
  type Manager,
  mergePatchFrom,
  type ObjectKey,
  strategicPatch,
  TooManyRequestsError,
} from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import type { UserInfo } from '@opgen/runtime/kinds/authentication/v1';
import { ConfigMap, Pod, ResourceQuota, ServiceAccount } from '@opgen/runtime/kinds/core/v1';
import type { Transport } from '@opgen/runtime/transport';
import { Memcached } from '../readme/memcached.ts';

export async function write(client: Client, memcached: Memcached): Promise<void> {
  const { name, namespace = 'default' } = memcached.metadata;

  await client.apply(ConfigMap, {
    metadata: { name, namespace },
    data: { size: String(memcached.spec.size) },
  });

  const changed = draft(memcached);
  changed.spec.size = 5;
  await client.patch(Memcached, memcached.metadata, mergePatchFrom(memcached, changed));

  const { outcome } = await createOrUpdate(client, ConfigMap, { name, namespace }, (current) => ({
    metadata: { labels: { ...current?.metadata.labels, app: name } },
    data: { ...current?.data, size: String(memcached.spec.size) },
  }));
  if (outcome !== 'unchanged') console.log(`the settings were ${outcome}`);
}

export async function fail(client: Client, memcached: Memcached): Promise<void> {
  try {
    await client.update(Memcached, memcached);
  } catch (error) {
    if (error instanceof InvalidError) console.log(error.causes.map(({ field }) => field));
    else if (!(error instanceof ConflictError)) throw error;
  }
}

export async function operate(client: Client, pod: ObjectKey, signal: AbortSignal): Promise<void> {
  await client.scale(Deployment, { name: 'web', namespace: 'shop' }, 3);

  try {
    await client.evict(pod);
  } catch (error) {
    if (!(error instanceof TooManyRequestsError)) throw error;
  }

  for await (const line of client.logs(pod, { container: 'web', follow: true, signal })) {
    if (line.includes('panic')) break;
  }

  for await (const { items } of client.pages(Pod, { limit: 100 })) console.log(items.length);
}

export async function connect(client: Client, pod: { name: string; namespace: string }): Promise<void> {
  const { stdout } = await client.exec(pod, { command: ['pg_dump', 'shop'], container: 'postgres' });
  console.log(stdout.length);

  try {
    await client.exec(pod, { command: ['pg_isready'], timeout: 5_000 });
  } catch (error) {
    if (!(error instanceof CommandError && error.exitCode === 2)) throw error;
    console.log(`not ready: ${error.stderr}`);
  }

  const socket = await client.portForward(pod, 8008);
  get({ path: '/health', createConnection: () => socket }, ({ statusCode }) => console.log(statusCode));
}

export function strictClient(transport: Transport): Client {
  return createClient(transport, { fieldManager: 'housekeeping', fieldValidation: 'Strict' });
}

export async function patientClient(client: Client, key: ObjectKey): Promise<void> {
  await client.get(Memcached, key, { timeout: 5_000 });
}

export async function subresources(client: Client, key: ObjectKey, pod: ObjectKey): Promise<void> {
  const account = client.subresource(ServiceAccount, key, 'token');
  const { status } = await account.create({ spec: { audiences: ['vault'], expirationSeconds: 600 } });
  console.log(status?.expirationTimestamp);

  const resize = client.subresource(Pod, pod, 'resize');
  const containers = [{ name: 'web', resources: { requests: { cpu: '2' } } }];
  await resize.patch(strategicPatch({ spec: { containers } }));
}

export async function quotaOf(client: Client, user: UserInfo, namespace: string): Promise<number> {
  const asUser = client.impersonate(user);
  const { items } = await asUser.list(ResourceQuota, { namespace });
  return items.length;
}

export async function anyKind(manager: Manager): Promise<void> {
  const kind = await manager.mapper.find('certificates.cert-manager.io');
  if (kind === undefined) return;
  const { items } = await manager.client.list(kind);
  console.log(items.map(({ spec }) => spec));
}

export const Certificate = dynamicKind({
  apiVersion: 'cert-manager.io/v1',
  kind: 'Certificate',
  plural: 'certificates',
  scope: 'Namespaced',
});

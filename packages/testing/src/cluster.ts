import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Client, type Transport } from '@opgen/runtime';
import { parseAllDocuments } from 'yaml';
import { ApiServer } from './api-server/api-server.ts';
import { tableOf } from './api-server/resources/resource.ts';
import { inProcessTransport } from './api-server/serving/in-process-transport.ts';
import { administrator } from './api-server/serving/request.ts';

export interface ClusterOptions {
  /** Files or folders with CustomResourceDefinitions, or other manifests. */
  crds?: string | readonly string[];
  /** Objects to begin with. */
  objects?: readonly object[];
}

/** An API server inside this process. */
export interface TestCluster extends AsyncDisposable {
  /** As an administrator. */
  readonly transport: Transport;
  readonly client: Client;
  /** Applies manifests: a file, a folder, or objects. */
  install(manifests: string | readonly object[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster({ crds = [], objects = [] }: ClusterOptions = {}): Promise<TestCluster> {
  const server = new ApiServer();
  const transport = inProcessTransport(server, administrator);
  const cluster: TestCluster = {
    transport,
    client: createClient(transport),
    async install(manifests) {
      const found = typeof manifests === 'string' ? await readManifests(manifests) : manifests;
      for (const object of found) await applyObject(server, transport, object as Manifest);
    },
    stop: () => transport.close(),
    [Symbol.asyncDispose]: () => transport.close(),
  };
  for (const path of [crds].flat()) await cluster.install(path);
  await cluster.install(objects);
  return cluster;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

async function readManifests(path: string): Promise<Manifest[]> {
  if ((await stat(path)).isDirectory()) {
    const names = (await readdir(path)).filter((name) => /\.(ya?ml|json)$/.test(name)).toSorted();
    const parts = await Promise.all(names.map((name) => readManifests(join(path, name))));
    return parts.flat();
  }
  const documents = parseAllDocuments(await readFile(path, 'utf8'));
  return documents.map((document) => document.toJS() as Manifest | null).filter((object) => object !== null);
}

async function applyObject(server: ApiServer, transport: Transport, object: Manifest): Promise<void> {
  const [version = '', group = ''] = object.apiVersion.split('/').toReversed();
  const resource = server.core.registry
    .all()
    .find((r) => r.group === group && r.version === version && r.kind === object.kind);
  if (resource === undefined) throw new Error(`no kind ${object.kind} is served in ${object.apiVersion}`);
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const { namespace = 'default', name } = object.metadata;
  const place = resource.namespaced ? `${root}/namespaces/${namespace}` : root;
  const answer = await transport.request({
    method: 'PATCH',
    path: `${place}/${resource.plural}/${name}?fieldManager=opgen-install&force=true`,
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify(object),
  });
  if (answer.status >= 300)
    throw new Error(`installing ${tableOf(resource)} ${name}: ${await answer.text()}`);
}

import { startCluster, type TestCluster } from '@opgen/testing';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { UserError } from '../diagnostics.ts';
import type { ManifestObject } from '../manifests/placed-documents.ts';
import { manifestsNotInstalled } from './diagnostics.ts';

/** One reason for which the API server rejects an object. */
export interface Rejection {
  /** Such as `spec.ports[0].name`; empty for the object as a whole. */
  readonly field: string;
  readonly message: string;
  readonly cause: 'unknown-kind' | 'unknown-field' | 'invalid' | 'admission' | 'webhook';
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** The body of a rejected request. */
interface Status {
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] };
}

/**
 * What the API server answers to the creation of each object, without creating it. The embedded server serves the kinds
 * of Kubernetes and those of the definitions. `serveWebhooks` makes it call webhooks.
 */
export async function validateObjects(
  objects: readonly ManifestObject[],
  definitions: readonly CustomResourceDefinition[],
  serveWebhooks: (cluster: TestCluster) => Promise<void> = async () => {},
): Promise<Rejection[][]> {
  const cluster = await startCluster({ controllers: false });
  try {
    for (const definition of definitions) await install(cluster, definition);
    const others = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
    // If the server rejects one of these, it rejects the object itself below for the same reason.
    for (const object of [...others, ...namespacesOf(objects)]) await cluster.install(object).catch(() => {});
    await serveWebhooks(cluster);
    const resources = resourcesOf(cluster);
    const rejections: Rejection[][] = [];
    for (const object of objects) rejections.push(await validate(cluster, resources, object));
    return rejections;
  } finally {
    await cluster.stop();
  }
}

async function install(cluster: TestCluster, definition: CustomResourceDefinition): Promise<void> {
  try {
    await cluster.install(definition);
  } catch (error) {
    const message = `${definition.metadata.name}: ${(error as Error).message}`;
    throw new UserError(manifestsNotInstalled({ message, hint: 'correct the CRD' }));
  }
}

/** The server rejects objects in namespaces that do not exist. */
function namespacesOf(objects: readonly ManifestObject[]): object[] {
  const names = new Set(objects.map(namespaceOf));
  return [...names].flatMap((name) => [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } },
  ]);
}

function namespaceOf({ metadata }: ManifestObject): string {
  const { namespace } = metadata;
  return typeof namespace === 'string' && namespace !== '' ? namespace : 'default';
}

type FindResource = (object: ManifestObject) => Promise<{ path: string; others: string[] } | undefined>;

/** Resolves with the path of the collection, or undefined if the server does not know the group and version. */
function resourcesOf(cluster: TestCluster): FindResource {
  const known = new Map<string, Promise<readonly Resource[]>>();
  const read = async (root: string): Promise<readonly Resource[]> => {
    const response = await cluster.transport.request({ method: 'GET', path: root });
    const text = await response.text();
    return response.status === 200 ? (JSON.parse(text) as { resources: Resource[] }).resources : [];
  };
  return async (object) => {
    const { apiVersion, kind } = object;
    const root = `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion.split('/').map(encodeURIComponent).join('/')}`;
    if (!known.has(root)) known.set(root, read(root));
    const resources = ((await known.get(root)) ?? []).filter(({ name }) => !name.includes('/'));
    const resource = resources.find((each) => each.kind === kind);
    if (resource === undefined) return undefined;
    const scope = resource.namespaced ? `/namespaces/${encodeURIComponent(namespaceOf(object))}` : '';
    return { path: `${root}${scope}/${resource.name}`, others: resources.map((each) => each.kind) };
  };
}

async function validate(
  cluster: TestCluster,
  find: FindResource,
  object: ManifestObject,
): Promise<Rejection[]> {
  const resource = await find(object);
  if (resource === undefined) {
    const message = `there is no kind ${object.kind} in ${object.apiVersion}`;
    return [{ field: 'kind', message, cause: 'unknown-kind' }];
  }
  const create = async (fieldValidation: 'Strict' | 'Ignore'): Promise<{ status: number; body: Status }> => {
    const response = await cluster.transport.request({
      method: 'POST',
      path: `${resource.path}?dryRun=All&fieldValidation=${fieldValidation}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(object),
    });
    return { status: response.status, body: JSON.parse(await response.text()) as Status };
  };
  const { body, status } = await create('Strict');
  const unknown = status === 400 ? unknownFieldsIn(body.message ?? '') : [];
  if (unknown.length === 0) return rejectionsIn(status, body);
  // The server reports unknown fields before it validates the others.
  const rest = await create('Ignore');
  return [...unknown, ...rejectionsIn(rest.status, rest.body)];
}

function unknownFieldsIn(message: string): Rejection[] {
  return [...message.matchAll(/unknown field "([^"]+)"/g)].map(([text, field = '']) => ({
    field,
    message: text,
    cause: 'unknown-field',
  }));
}

function rejectionsIn(status: number, { details, message = '', reason }: Status): Rejection[] {
  if (status < 300 || reason === 'AlreadyExists') return [];
  const cause = message.startsWith('admission webhook "')
    ? 'webhook'
    : status === 403
      ? 'admission'
      : 'invalid';
  const causes = details?.causes ?? [];
  if (causes.length === 0) return [{ field: '', message, cause }];
  return causes.map(({ field = '', message: text = '' }) => {
    const isWhole = field === '' || field === '<nil>';
    return { field: isWhole ? '' : field, message: isWhole ? text : `${field}: ${text}`, cause };
  });
}

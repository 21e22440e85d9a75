import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectList } from '../objects/object.ts';
import type { ListOptions } from './client.ts';
import { ExpiredError } from './errors.ts';
import type { Requests } from './requests.ts';
import { withQuery } from './resource-path.ts';
import { selection } from './selection.ts';

const pageSize = 500;

/** What the server sends for a collection, one page of it. */
interface ListPage<T> {
  metadata?: { resourceVersion?: string; continue?: string };
  items?: T[] | null;
}

/** The whole collection at a path, read page by page at one resource version. */
export async function listAll<T extends KubernetesObject>(
  requests: Requests,
  kind: Kind<T>,
  path: string,
  options: ListOptions,
): Promise<ObjectList<T>> {
  try {
    return await listPages(requests, kind, path, options, options.limit ?? pageSize);
  } catch (error) {
    if (!(error instanceof ExpiredError) || options.resourceVersion !== undefined) throw error;
    // The pages took longer than the server keeps a version. One answer with all of it cannot expire.
    return listPages(requests, kind, path, options, undefined);
  }
}

async function listPages<T extends KubernetesObject>(
  requests: Requests,
  { apiVersion, kind }: Kind<T>,
  path: string,
  options: ListOptions,
  limit: number | undefined,
): Promise<ObjectList<T>> {
  const { resourceVersion, resourceVersionMatch } = options;
  const items: T[] = [];
  let next: string | undefined;
  for (;;) {
    // A continue token holds the version already; the server refuses to be told it twice.
    const position = next === undefined ? { resourceVersion, resourceVersionMatch } : { continue: next };
    const query = { ...selection(options), limit, ...position };
    const page = await requests.read<ListPage<T>>(withQuery(path, query), options);
    // Items of built-in lists do not say what they are.
    for (const item of page.items ?? []) items.push({ ...item, apiVersion, kind });
    next = page.metadata?.continue;
    if (next === undefined || next === '') {
      return { items, resourceVersion: page.metadata?.resourceVersion ?? '' };
    }
  }
}

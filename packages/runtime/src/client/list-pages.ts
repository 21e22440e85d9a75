import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectList } from '../objects/object.ts';
import { acceptFor } from './accept.ts';
import type { ListOptions } from './client.ts';
import { ExpiredError } from './errors.ts';
import type { Requests } from './requests.ts';
import { withQuery } from './resource-path.ts';
import { selection } from './selection.ts';

export const pageSize = 500;

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
    return await joined(pagesOf(requests, kind, path, options, options.limit ?? pageSize));
  } catch (error) {
    if (!(error instanceof ExpiredError) || options.resourceVersion !== undefined) throw error;
    // The pages took longer than the server keeps a version. One answer with all of it cannot expire.
    return joined(pagesOf(requests, kind, path, options, undefined));
  }
}

async function joined<T extends KubernetesObject>(
  pages: AsyncIterable<ObjectList<T>>,
): Promise<ObjectList<T>> {
  const items: T[] = [];
  let resourceVersion = '';
  for await (const page of pages) {
    for (const item of page.items) items.push(item);
    ({ resourceVersion } = page);
  }
  return { items, resourceVersion };
}

/** The pages of a collection, all of one resource version; each is asked for when it is wanted. */
export async function* pagesOf<T extends KubernetesObject>(
  requests: Requests,
  kind: Kind<T>,
  path: string,
  options: ListOptions,
  limit: number | undefined,
): AsyncGenerator<ObjectList<T>, void, undefined> {
  const { resourceVersion, resourceVersionMatch } = options;
  let next: string | undefined;
  do {
    // A continue token holds the version already; the server refuses to be told it twice.
    const position = next === undefined ? { resourceVersion, resourceVersionMatch } : { continue: next };
    const query = { ...selection(options), limit, ...position };
    const page = await requests.read<ListPage<T>>(withQuery(path, query), {
      ...options,
      ...acceptFor(kind, 'list'),
    });
    yield {
      items: (page.items ?? []).map((item) => itemOf(kind, item)),
      resourceVersion: page.metadata?.resourceVersion ?? '',
    };
    next = page.metadata?.continue;
  } while (next !== undefined && next !== '');
}

/** Items of built-in lists do not say what they are. */
function itemOf<T extends KubernetesObject>({ apiVersion, kind, view }: Kind<T>, item: T): T {
  return view === undefined ? { ...item, apiVersion, kind } : (view.show(item) as T);
}

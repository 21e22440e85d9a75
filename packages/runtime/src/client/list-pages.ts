import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectList } from '../objects/object.ts';
import { acceptFor } from './accept.ts';
import type { ListOptions } from './client.ts';
import { ExpiredError } from './errors.ts';
import type { Requests } from './requests.ts';
import { withQuery } from './resource-path.ts';
import { selection } from './selection.ts';

export const pageSize = 500;

/** One page of a list response. */
interface ListPage<T> {
  metadata?: { resourceVersion?: string; continue?: string };
  items?: T[] | null;
}

/** Lists a collection, page by page, at one resource version. */
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
    // The continue token expired between two pages. A single response with the whole list cannot expire.
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

/** The pages of a list, all at one resource version. Each is requested on demand. */
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
    // A continue token contains the resource version; the server rejects requests with both.
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

/** Items of built-in lists have no apiVersion and kind. */
function itemOf<T extends KubernetesObject>({ apiVersion, kind, view }: Kind<T>, item: T): T {
  return view === undefined ? { ...item, apiVersion, kind } : (view.show(item) as T);
}

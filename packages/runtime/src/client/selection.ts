import { formatSelector } from '../objects/selector.ts';
import type { CollectionOptions, LabelQuery } from './client.ts';

/** The parameters of a query that say which objects of a collection are meant. */
export function selection({
  labelSelector,
  fieldSelector,
}: Pick<CollectionOptions, 'labelSelector' | 'fieldSelector'>): Record<string, string | undefined> {
  return { labelSelector: labelSelector && formatLabels(labelSelector), fieldSelector };
}

function formatLabels(query: LabelQuery): string {
  return formatSelector(typeof query === 'string' ? query : { matchLabels: query });
}

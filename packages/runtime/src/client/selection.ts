import { formatSelector } from '../objects/selector.ts';
import type { CollectionOptions, LabelQuery } from './client.ts';

/** The query parameters that select objects of a collection. */
export function selection({
  labelSelector,
  fieldSelector,
}: Pick<CollectionOptions, 'labelSelector' | 'fieldSelector'>): Record<string, string | undefined> {
  return { labelSelector: labelSelector && formatLabels(labelSelector), fieldSelector };
}

function formatLabels(query: LabelQuery): string {
  return formatSelector(typeof query === 'string' ? query : { matchLabels: query });
}

import { isEverything, type LabelSelector, type Labels, matchesLabels } from '@opgen/rules/selectors';
import type { Core } from '../core.ts';
import { hasSubresource, tableOf, type Resource } from '../resources/resource.ts';
import { notFound, StatusError } from '../status-errors.ts';
import type { Attributes, GroupVersionKind } from './attributes.ts';
import { matchesRule } from './rules.ts';
import type { StoredWebhook } from './webhook-configuration.ts';

/** A webhook to call, and the version in which it wants the objects. */
export interface Invocation {
  readonly webhook: StoredWebhook;
  readonly resource: Resource;
  readonly kind: GroupVersionKind;
}

/** How to call a webhook for a write; undefined if its rules or selectors do not match. */
export function invocationOf(
  core: Core,
  webhook: StoredWebhook,
  attributes: Attributes,
): Invocation | undefined {
  const { rules = [], matchPolicy, namespaceSelector, objectSelector } = webhook;
  const labels = namespaceLabels(core, namespaceSelector, attributes);
  if (labels !== 'missing' && labels !== 'any' && !matchesLabels(namespaceSelector, labels)) return undefined;
  if (!isSelected(objectSelector, attributes)) return undefined;
  const own = rules.some((rule) => matchesRule(rule, attributes, attributes.resource));
  const resource = own
    ? attributes.resource
    : matchPolicy === 'Equivalent' && equivalent(core, webhook, attributes);
  if (!resource) return undefined;
  if (labels === 'missing')
    throw new StatusError(notFound({ group: '', resource: 'namespaces' }, attributes.namespace));
  // The kind Scale is the same for all versions.
  const kind = attributes.kind.kind === attributes.resource.kind ? resource : attributes.kind;
  return { webhook, resource, kind };
}

/** The same resource in another version or group that a rule matches; the first matching rule decides. */
function equivalent(core: Core, { rules = [] }: StoredWebhook, attributes: Attributes): Resource | undefined {
  const { resource, subresource } = attributes;
  const others = core.registry
    .all()
    .filter((other) => tableOf(other) === tableOf(resource) && other !== resource)
    .filter((other) => subresource === undefined || hasSubresource(other, subresource));
  for (const rule of rules) {
    const found = others.find((other) => matchesRule(rule, attributes, other));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSelected(selector: LabelSelector, { object, oldObject }: Attributes): boolean {
  if (isEverything(selector)) return true;
  return [object, oldObject].some(
    (each) => each !== undefined && matchesLabels(selector, each.metadata.labels ?? {}),
  );
}

/** The labels for the namespaceSelector; for a write of a Namespace, its new labels. */
function namespaceLabels(
  { store }: Core,
  selector: LabelSelector,
  { resource, subresource, operation, namespace, object }: Attributes,
): Labels | 'any' | 'missing' {
  if (isEverything(selector) || namespace === '') return 'any';
  const isWrittenNamespace =
    tableOf(resource) === '/namespaces' && subresource === undefined && operation !== 'DELETE';
  if (isWrittenNamespace) return object?.metadata.labels ?? {};
  return store.find('/namespaces', undefined, namespace)?.metadata.labels ?? 'missing';
}

import type { Core } from '../core.ts';
import type { Attributes } from './attributes.ts';
import { type Match, matchOf } from './matching.ts';
import type { StoredWebhook } from './webhook-configuration.ts';

/** A webhook to call, and the version in which it wants the objects. */
export interface Invocation extends Match {
  readonly webhook: StoredWebhook;
}

/** How to call a webhook for a write; undefined if its rules or selectors do not match. */
export function invocationOf(
  core: Core,
  webhook: StoredWebhook,
  attributes: Attributes,
): Invocation | undefined {
  const match = matchOf(core, { ...webhook, rules: webhook.rules ?? [] }, attributes);
  return match && { webhook, ...match };
}

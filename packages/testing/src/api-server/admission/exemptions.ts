import type { Attributes } from './attributes.ts';
import { dryRunUnsupported } from './failures.ts';
import { configurationGroup, type StoredWebhook } from './webhook-configuration.ts';

const exempt: ReadonlySet<string> = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
]);

/** Webhook configurations are exempt from admission, so that a webhook that rejects everything can be removed. */
export function isExempt({ kind }: Attributes): boolean {
  return kind.group === configurationGroup && exempt.has(kind.kind);
}

/** A dry run calls only webhooks without side effects. */
export function requireDryRunSupport({ name, sideEffects }: StoredWebhook, { dryRun }: Attributes): void {
  if (dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') throw dryRunUnsupported(name);
}

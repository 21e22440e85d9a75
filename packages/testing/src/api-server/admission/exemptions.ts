import type { Attributes } from './attributes.ts';
import { dryRunUnsupported } from './failures.ts';
import { configurationGroup, type Webhook } from './webhook-configuration.ts';

const exempt: ReadonlySet<string> = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
]);

/** What configures admission is not subject to it: a webhook that locks everybody out can always be removed. */
export function isExempt({ kind }: Attributes): boolean {
  return kind.group === configurationGroup && exempt.has(kind.kind);
}

/** A rehearsal asks only webhooks that say they then do nothing. */
export function requireRehearsable({ name, sideEffects }: Webhook, { dryRun }: Attributes): void {
  if (dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') throw dryRunUnsupported(name);
}

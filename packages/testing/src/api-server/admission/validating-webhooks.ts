import type { Core } from '../core.ts';
import { internalError, StatusError } from '../status-errors.ts';
import { ask, meetsConditions } from './admission-review.ts';
import type { Attributes } from './attributes.ts';
import { isExempt, requireDryRunSupport } from './exemptions.ts';
import { CallFailure, denied } from './failures.ts';
import { type Invocation, invocationOf } from './invocation.ts';
import type { ValidatingPlugin } from './plugin.ts';
import { versionedFor } from './versions.ts';
import { validatingTable, webhooksOf } from './webhook-configuration.ts';

/** Calls the validating webhooks concurrently. The first denial in their order is reported. */
export const validateByWebhooks: ValidatingPlugin = async (core, attributes, warn) => {
  if (isExempt(attributes)) return;
  const invocations = webhooksOf(core.store, validatingTable).flatMap(
    (webhook) => invocationOf(core, webhook, attributes) ?? [],
  );
  const outcomes = await Promise.allSettled(
    invocations.map((each, index) => {
      const annotate = (name: string): void =>
        attributes.annotate(`failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`, name);
      return validateBy(core, each, attributes, { warn, failedOpen: annotate });
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

interface Notes {
  readonly warn: (text: string) => void;
  /** Called if the webhook fails and its failurePolicy ignores that. */
  readonly failedOpen: (webhook: string) => void;
}

async function validateBy(
  core: Core,
  invocation: Invocation,
  attributes: Attributes,
  { warn, failedOpen }: Notes,
): Promise<void> {
  const { webhook, resource } = invocation;
  const versioned = await versionedFor(resource, attributes);
  if (!meetsConditions(core, invocation, attributes, versioned)) return;
  requireDryRunSupport(webhook, attributes);
  try {
    const { allowed, status, warnings } = await ask(invocation, attributes, versioned, false);
    warnings.forEach(warn);
    if (!allowed) throw denied(webhook.name, status);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (webhook.failurePolicy === 'Fail') throw new StatusError(internalError(error.message));
    failedOpen(webhook.name);
  }
}

import { goQuote } from '@opgen/rules/go-text';
import { deepEqual, type JsonObject } from '@opgen/rules/json';
import type { Core } from '../core.ts';
import { jsonPatch } from '../patch/json-patch.ts';
import { internalError, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { ask, meetsConditions } from './admission-review.ts';
import type { Attributes } from './attributes.ts';
import { CallFailure, denied } from './failures.ts';
import { type Invocation, invocationOf } from './invocation.ts';
import { isExempt, requireDryRunSupport } from './exemptions.ts';
import type { MutatingPlugin } from './plugin.ts';
import { requestedVersion, versionedFor } from './versions.ts';
import { mutatingTable, type StoredWebhook, webhooksOf } from './webhook-configuration.ts';

/**
 * Calls the mutating webhooks one after another; each sees the changes of the earlier ones. If one changes the
 * object, earlier webhooks with reinvocationPolicy IfNeeded are called again in the second round.
 */
export const mutateByWebhooks: MutatingPlugin = async (core, attributes, mutation) => {
  const webhooks = isExempt(attributes) ? [] : webhooksOf(core.store, mutatingTable);
  let { object } = attributes;
  const rounds = mutation.hooksOf(mutateByWebhooks, object);
  for (const [index, webhook] of webhooks.entries()) {
    if (!rounds.runs(webhook.key)) continue;
    const current = { ...attributes, object };
    const invocation = invocationOf(core, webhook, current);
    if (invocation === undefined) continue;
    const place = `round_${mutation.round}_index_${index}`;
    const next = await mutatedBy(core, invocation, current, { warn: mutation.warn, place });
    const isChange = !deepEqual(next, object);
    object = next;
    rounds.ran(webhook.key, { isChange, isRepeatable: webhook.reinvocationPolicy === 'IfNeeded' });
  }
  rounds.end(object);
  return object;
};

const mutationPrefix = 'mutation.webhook.admission.k8s.io/';

interface Notes {
  readonly warn: (text: string) => void;
  /** The round and the index of the webhook, which identify the call in audit annotations. */
  readonly place: string;
}

async function mutatedBy(
  core: Core,
  invocation: Invocation,
  attributes: Attributes,
  { warn, place }: Notes,
): Promise<StoredObject | undefined> {
  const { webhook, resource } = invocation;
  const versioned = await versionedFor(resource, attributes);
  if (!meetsConditions(core, invocation, attributes, versioned)) return attributes.object;
  requireDryRunSupport(webhook, attributes);
  let mutated = false;
  try {
    const { allowed, status, patch, warnings } = await ask(invocation, attributes, versioned, true);
    warnings.forEach(warn);
    if (!allowed) throw denied(webhook.name, status);
    const operations = patch === undefined ? [] : operationsIn(patch, webhook);
    if (operations.length === 0) return attributes.object;
    if (versioned.object === undefined) throw unmodifiable(webhook);
    const changed = patched(versioned.object, operations);
    mutated = !deepEqual(changed, versioned.object);
    return await requestedVersion(attributes, resource, changed);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (webhook.failurePolicy !== 'Ignore') throw new StatusError(internalError(error.message));
    attributes.annotate(`failed-open.${mutationPrefix}${place}`, webhook.name);
    return attributes.object;
  } finally {
    const { configuration, name } = webhook;
    const value = { configuration, webhook: name, mutated };
    attributes.annotate(`${mutationPrefix}${place}`, JSON.stringify(value));
  }
}

function operationsIn(patch: string, { name }: StoredWebhook): unknown[] {
  try {
    return JSON.parse(patch) as unknown[];
  } catch (error) {
    const problem = `received undecodable patch in webhook response: ${(error as Error).message}`;
    throw new CallFailure(`failed calling webhook ${goQuote(name)}: ${problem}`);
  }
}

function unmodifiable({ name }: StoredWebhook): StatusError {
  const problem = 'attempted to modify the object, which is not supported for this operation';
  return new StatusError(internalError(`admission webhook ${goQuote(name)} ${problem}`));
}

/** A patch that fails is an internal error: the client cannot fix it. */
function patched(object: StoredObject, operations: unknown[]): JsonObject {
  try {
    return jsonPatch(object, operations) as JsonObject;
  } catch (error) {
    throw new StatusError(internalError((error as Error).message));
  }
}

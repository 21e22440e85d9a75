import type { Core } from '../core.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Attributes } from './attributes.ts';
import { mutateByWebhooks } from './mutating-webhooks.ts';
import { Mutation, type MutatingPlugin, type ValidatingPlugin } from './plugin.ts';
import { mutateByPolicies } from './policies/mutating-policies.ts';
import { validateByPolicies } from './policies/validating-policies.ts';
import { requireResizable } from './plugins/claim-resize.ts';
import { setDefaultStorageClass } from './plugins/default-storage-class.ts';
import { addDefaultTolerations } from './plugins/default-toleration-seconds.ts';
import { requireLimits, setDefaultLimits } from './plugins/limit-ranger.ts';
import { enforcePodSecurity } from './plugins/pod-security.ts';
import { chargeQuotas } from './plugins/resource-quota.ts';
import { requireOneDefaultPriority, resolvePriority } from './plugins/priority.ts';
import { validateByWebhooks } from './validating-webhooks.ts';

/** The mutating plug-ins, in the order of kube-apiserver. */
const mutating: readonly MutatingPlugin[] = [
  setDefaultLimits,
  resolvePriority,
  addDefaultTolerations,
  setDefaultStorageClass,
  mutateByPolicies,
  mutateByWebhooks,
];

/** The validating plug-ins, in the order of kube-apiserver. */
const validating: readonly ValidatingPlugin[] = [
  requireLimits,
  enforcePodSecurity,
  requireOneDefaultPriority,
  requireResizable,
  validateByPolicies,
  validateByWebhooks,
  chargeQuotas,
];

/**
 * Runs the mutating plug-ins, and all of them once more if one of them asks for it. Returns the object, undefined for a
 * DELETE.
 */
export async function mutate(
  core: Core,
  attributes: Attributes,
  warn: (text: string) => void,
): Promise<StoredObject | undefined> {
  const mutation = new Mutation(warn);
  let { object } = attributes;
  do {
    for (const plugin of mutating) object = await plugin(core, { ...attributes, object }, mutation);
  } while (mutation.startsAgain());
  return object;
}

/** Runs the validating plug-ins. Throws a StatusError if one of them rejects the write. */
export async function validate(
  core: Core,
  attributes: Attributes,
  warn: (text: string) => void,
): Promise<void> {
  for (const plugin of validating) await plugin(core, attributes, warn);
}

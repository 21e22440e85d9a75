import type {
  MutatingAdmissionPolicy,
  PolicyBinding,
  ValidatingAdmissionPolicy,
} from '@opgen/rules/policies';
import type { Core } from '../../core.ts';
import type { Attributes } from '../attributes.ts';
import { configurationGroup } from '../webhook-configuration.ts';

/** A policy with the bindings that put it into effect; a policy without any has none. */
export interface Hook<Policy> {
  readonly policy: Policy;
  readonly bindings: readonly PolicyBinding[];
}

export const validatingPolicies = 'validatingadmissionpolicies';
export const mutatingPolicies = 'mutatingadmissionpolicies';

interface Policies {
  readonly [validatingPolicies]: ValidatingAdmissionPolicy;
  readonly [mutatingPolicies]: MutatingAdmissionPolicy;
}

/** The policies that have bindings, by name. */
export function hooksOf<Plural extends keyof Policies>(
  { store }: Core,
  plural: Plural,
): Hook<Policies[Plural]>[] {
  const singular = plural.replace(/ies$/, 'y');
  const bindings = store.list(`${configurationGroup}/${singular}bindings`) as unknown as PolicyBinding[];
  if (bindings.length === 0) return [];
  const policies = store.list(`${configurationGroup}/${plural}`) as unknown as Policies[Plural][];
  return policies
    .map((policy) => ({
      policy,
      bindings: bindings.filter(({ spec }) => spec.policyName === policy.metadata.name),
    }))
    .filter((hook) => hook.bindings.length > 0);
}

const exempt = /^(?:Validating|Mutating)AdmissionPolicy(?:Binding)?$/;

/** Policies do not apply to policies and bindings, so that a policy that rejects everything can be removed. */
export function isExemptFromPolicies({ resource }: Attributes): boolean {
  return resource.group === configurationGroup && exempt.test(resource.kind);
}

import type { MatchResources, PolicyBinding, PolicySpec } from '@opgen/rules/policies';
import type { Core } from '../../core.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import type { Attributes } from '../attributes.ts';
import { type Criteria, type Match, matchOf } from '../matching.ts';
import type { Hook } from './hooks.ts';
import { ConfigurationError, paramResource, paramsOf } from './params.ts';

/** A policy with a binding that matches a write. */
export interface BoundPolicy<Policy> {
  readonly policy: Policy;
  readonly binding: PolicyBinding;
  /** How the policy matches; the binding matches too. */
  readonly match: Match;
  /** The policy is evaluated once for each of its params; undefined is an evaluation without params. */
  readonly params: readonly (StoredObject | undefined)[];
}

/** A policy, or one of its bindings, that cannot be put into effect. */
export interface Misconfiguration<Policy> {
  readonly policy: Policy;
  readonly binding?: PolicyBinding;
  readonly problem: string;
}

interface AnyPolicy {
  readonly metadata: { readonly name: string };
  readonly spec: PolicySpec;
}

/** The bindings of a policy that match a write, and those that cannot be put into effect. */
export async function boundTo<Policy extends AnyPolicy>(
  core: Core,
  { policy, bindings }: Hook<Policy>,
  attributes: Attributes,
): Promise<(BoundPolicy<Policy> | Misconfiguration<Policy>)[]> {
  const { matchConstraints, paramKind } = policy.spec;
  const match = matchOf(core, criteriaOf(matchConstraints), attributes);
  if (match === undefined) return [];
  const kind = outcome(() => (paramKind === undefined ? undefined : paramResource(core, paramKind)));
  if (kind instanceof ConfigurationError)
    return [{ policy, problem: `failed to configure policy: ${kind.message}` }];
  const bound: (BoundPolicy<Policy> | Misconfiguration<Policy>)[] = [];
  for (const binding of bindings) {
    const { matchResources, paramRef } = binding.spec;
    if (matchResources && matchOf(core, criteriaOf(matchResources), attributes) === undefined) continue;
    try {
      const params = await paramsOf(core, kind, paramRef, attributes.namespace);
      bound.push({ policy, binding, match, params });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      bound.push({ policy, binding, problem: `failed to configure binding: ${error.message}` });
    }
  }
  return bound;
}

function outcome<Result>(act: () => Result): Result | ConfigurationError {
  try {
    return act();
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

/** The criteria of a policy or of a binding, with the API server's defaults. Without rules they match every write. */
function criteriaOf({
  resourceRules = [],
  excludeResourceRules,
  matchPolicy = 'Equivalent',
  namespaceSelector = {},
  objectSelector = {},
}: MatchResources = {}): Criteria {
  return {
    rules: resourceRules.length === 0 ? undefined : resourceRules,
    excludeRules: excludeResourceRules,
    matchPolicy,
    namespaceSelector,
    objectSelector,
  };
}

import { type PolicyBinding, type ValidatingAdmissionPolicy, ValidatingPolicy } from '@opgen/rules/policies';
import type { Core } from '../../core.ts';
import { forbiddenRequest, type Status, StatusError } from '../../status-errors.ts';
import type { Attributes } from '../attributes.ts';
import { type Match, matchOf } from '../matching.ts';
import type { ValidatingPlugin } from '../plugin.ts';
import { versionedFor } from '../versions.ts';
import { criteriaOf, type Hook, hooksOf, isExemptFromPolicies, validatingPolicies } from './hooks.ts';
import { inputsOf } from './inputs.ts';
import { ConfigurationError, paramResource, paramsOf } from './params.ts';

/** A reason to reject a write. */
interface Denial {
  readonly policy: string;
  readonly binding?: string;
  readonly message: string;
  readonly reason?: string;
}

/** Evaluates all ValidatingAdmissionPolicies that match a write. The first denial is reported. */
export const validateByPolicies: ValidatingPlugin = async (core, attributes, warn) => {
  if (isExemptFromPolicies(attributes)) return;
  const denials: Denial[] = [];
  for (const hook of hooksOf(core, validatingPolicies))
    denials.push(...(await denialsOf(core, hook, attributes, warn)));
  const [first] = denials;
  if (first !== undefined) throw rejection(attributes, first);
};

async function denialsOf(
  core: Core,
  { policy, bindings }: Hook<ValidatingAdmissionPolicy>,
  attributes: Attributes,
  warn: (text: string) => void,
): Promise<Denial[]> {
  const { metadata, spec } = policy;
  const match = matchOf(core, criteriaOf(spec.matchConstraints), attributes);
  if (match === undefined) return [];
  return orDenial(policy, { policy: metadata.name }, 'policy', async () => {
    const kind = spec.paramKind === undefined ? undefined : paramResource(core, spec.paramKind);
    const denials: Denial[] = [];
    for (const binding of bindings) {
      const { matchResources, paramRef } = binding.spec;
      if (matchResources && matchOf(core, criteriaOf(matchResources), attributes) === undefined) continue;
      const subject = { policy: metadata.name, binding: binding.metadata.name };
      denials.push(
        ...(await orDenial(policy, subject, 'binding', async () => {
          const params = await paramsOf(core, kind, paramRef, attributes.namespace);
          return evaluated(core, { policy, binding, match, params }, attributes, warn);
        })),
      );
    }
    return denials;
  });
}

/** A configuration error denies the write unless the failurePolicy is Ignore. */
async function orDenial(
  { spec }: ValidatingAdmissionPolicy,
  subject: Omit<Denial, 'message'>,
  what: 'policy' | 'binding',
  act: () => Promise<Denial[]>,
): Promise<Denial[]> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    if (spec.failurePolicy === 'Ignore') return [];
    return [{ ...subject, message: `failed to configure ${what}: ${error.message}` }];
  }
}

interface Evaluation {
  readonly policy: ValidatingAdmissionPolicy;
  readonly binding: PolicyBinding;
  readonly match: Match;
  readonly params: readonly unknown[];
}

const compiled = new WeakMap<ValidatingAdmissionPolicy, ValidatingPolicy>();

/** The denials of a policy with a binding; warns if the binding says so. */
async function evaluated(
  core: Core,
  { policy, binding, match, params }: Evaluation,
  attributes: Attributes,
  warn: (text: string) => void,
): Promise<Denial[]> {
  const subject = { policy: policy.metadata.name, binding: binding.metadata.name };
  const { validationActions = [] } = binding.spec;
  const program = compiled.get(policy) ?? new ValidatingPolicy(policy);
  compiled.set(policy, program);
  const inputs = inputsOf(core, match, attributes, await versionedFor(match.resource, attributes));
  const verdicts = params.map((each) => program.judge({ ...inputs, params: each }));
  const denials: Denial[] = [];
  for (const { violations, annotationProblems } of verdicts) {
    for (const { message, reason } of violations) {
      if (validationActions.includes('Deny'))
        denials.push({ ...subject, message, ...(reason !== undefined && { reason }) });
      if (validationActions.includes('Warn'))
        warn(
          `Validation failed for ValidatingAdmissionPolicy '${subject.policy}' with binding '${subject.binding}': ${message}`,
        );
    }
    denials.push(...annotationProblems.map((message) => ({ ...subject, message })));
  }
  return denials;
}

const codes: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
};

function rejection(attributes: Attributes, denial: Denial): StatusError {
  const { policy, binding, message, reason = 'Invalid' } = denial;
  const by = binding === undefined ? `'${policy}'` : `'${policy}' with binding '${binding}'`;
  const cause = `ValidatingAdmissionPolicy ${by} denied request: ${message}`;
  const status = policyStatus(attributes, cause);
  return new StatusError({
    ...status,
    reason,
    code: codes[reason] ?? 422,
    details: { ...status.details, causes: [{ message: cause }] },
  } as Status);
}

/** The 403 of a policy. If the name is still to be generated, the Status has its prefix. */
function policyStatus({ resource, name, object }: Attributes, cause: string): Status {
  const { name: given = '', generateName = '' } = object?.metadata ?? {};
  const { group, plural } = resource;
  return forbiddenRequest({ group, resource: plural }, name || given || generateName || 'Unknown', cause);
}

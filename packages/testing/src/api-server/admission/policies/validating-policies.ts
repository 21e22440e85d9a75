import { type ValidatingAdmissionPolicy, ValidatingPolicy } from '@opgen/rules/policies';
import type { Core } from '../../core.ts';
import { type Status, StatusError } from '../../status-errors.ts';
import type { Attributes } from '../attributes.ts';
import type { ValidatingPlugin } from '../plugin.ts';
import { versionedFor } from '../versions.ts';
import { type BoundPolicy, boundTo } from './bindings.ts';
import { hooksOf, isExemptFromPolicies, validatingPolicies } from './hooks.ts';
import { inputsOf } from './inputs.ts';
import { forbiddenWrite } from './rejection.ts';

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
  for (const hook of hooksOf(core, validatingPolicies)) {
    for (const bound of await boundTo(core, hook, attributes)) {
      if ('match' in bound) {
        denials.push(...(await evaluated(core, bound, attributes, warn)));
      } else if (bound.policy.spec.failurePolicy !== 'Ignore') {
        const { policy, binding, problem } = bound;
        const name = binding?.metadata.name;
        denials.push({
          policy: policy.metadata.name,
          ...(name !== undefined && { binding: name }),
          message: problem,
        });
      }
    }
  }
  const [first] = denials;
  if (first !== undefined) throw rejection(attributes, first);
};

const compiled = new WeakMap<ValidatingAdmissionPolicy, ValidatingPolicy>();

/** The denials of a policy with a binding; warns if the binding says so. */
async function evaluated(
  core: Core,
  { policy, binding, match, params }: BoundPolicy<ValidatingAdmissionPolicy>,
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
  const status = forbiddenWrite(attributes, cause);
  return new StatusError({
    ...status,
    reason,
    code: codes[reason] ?? 422,
    details: { ...status.details, causes: [{ message: cause }] },
  } as Status);
}

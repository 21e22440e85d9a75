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
    const annotations = new Map<string, Set<string>>();
    for (const bound of await boundTo(core, hook, attributes)) {
      if ('match' in bound) {
        denials.push(...(await evaluated(core, bound, attributes, { warn, annotations })));
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
    for (const [key, values] of annotations)
      attributes.annotate(`${hook.policy.metadata.name}/${key}`, [...values].join(', '));
  }
  const [first] = denials;
  if (first !== undefined) throw rejection(attributes, first);
};

const failureAnnotation = 'validation.policy.admission.k8s.io/validation_failure';
const longestAnnotation = 10 * 1024;

const compiled = new WeakMap<ValidatingAdmissionPolicy, ValidatingPolicy>();

interface Notes {
  readonly warn: (text: string) => void;
  /** The audit annotations of a policy: bindings with different params may give different values. */
  readonly annotations: Map<string, Set<string>>;
}

/** The denials of a policy with a binding; warns and annotates the audit event if the binding says so. */
async function evaluated(
  core: Core,
  { policy, binding, match, params }: BoundPolicy<ValidatingAdmissionPolicy>,
  attributes: Attributes,
  { warn, annotations }: Notes,
): Promise<Denial[]> {
  const subject = { policy: policy.metadata.name, binding: binding.metadata.name };
  const { validationActions = [] } = binding.spec;
  const program = compiled.get(policy) ?? new ValidatingPolicy(policy);
  compiled.set(policy, program);
  const inputs = inputsOf(core, match, attributes, await versionedFor(match.resource, attributes));
  const verdicts = params.map((each) => program.judge({ ...inputs, params: each }));
  const denials: Denial[] = [];
  for (const { violations, annotations: values, annotationProblems } of verdicts) {
    for (const [key, value] of values)
      annotations.set(key, (annotations.get(key) ?? new Set()).add(value.slice(0, longestAnnotation)));
    for (const { message, reason, index } of violations) {
      if (validationActions.includes('Deny'))
        denials.push({ ...subject, message, ...(reason !== undefined && { reason }) });
      if (validationActions.includes('Audit')) {
        const failure = { message, ...subject, expressionIndex: index, validationActions };
        attributes.annotate(failureAnnotation, JSON.stringify([failure]));
      }
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

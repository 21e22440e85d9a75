import type { Job, PodFailurePolicyOnExitCodesRequirement } from '@opgen/runtime/kinds/batch/v1';
import type { ContainerStatus, Pod } from '@opgen/runtime/kinds/core/v1';

/** What the failure of a Pod means for its Job. */
export interface FailureVerdict {
  /** The action of the rule that matched. */
  readonly action?: string;
  /** Whether the failure counts towards the backoff limit. */
  readonly counts: boolean;
  /** Why the whole Job fails. */
  readonly jobFailure?: string;
}

/** Applies the first rule of the Pod failure policy that matches a failed Pod. */
export function failureVerdict({ spec }: Job, { metadata, status = {} }: Pod): FailureVerdict {
  const pod = `${metadata.namespace}/${metadata.name}`;
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const matched = `matching ${rule.action} rule at index ${index}`;
    if (rule.onExitCodes !== undefined) {
      const { containerStatuses = [], initContainerStatuses = [] } = status;
      const container = exitedWith([...containerStatuses, ...initContainerStatuses], rule.onExitCodes);
      if (container === undefined) continue;
      const code = container.state?.terminated?.exitCode;
      return verdict(
        rule.action,
        `Container ${container.name} for pod ${pod} failed with exit code ${code} ${matched}`,
      );
    }
    const condition = (status.conditions ?? []).find((each) =>
      (rule.onPodConditions ?? []).some(
        (pattern) => pattern.type === each.type && (pattern.status ?? 'True') === each.status,
      ),
    );
    if (condition === undefined) continue;
    return verdict(rule.action, `Pod ${pod} has condition ${condition.type} ${matched}`);
  }
  return { counts: true };
}

function verdict(action: string, message: string): FailureVerdict {
  return { action, counts: action !== 'Ignore', ...(action === 'FailJob' && { jobFailure: message }) };
}

function exitedWith(
  containers: readonly ContainerStatus[],
  { containerName, operator, values }: PodFailurePolicyOnExitCodesRequirement,
): ContainerStatus | undefined {
  return containers.find(({ name, state }) => {
    const { exitCode = 0 } = state?.terminated ?? {};
    if (exitCode === 0 || (containerName !== undefined && containerName !== name)) return false;
    return values.includes(exitCode) === (operator === 'In');
  });
}

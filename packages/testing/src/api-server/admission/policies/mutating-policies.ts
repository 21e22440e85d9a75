import { deepEqual } from '@opgen/rules/json';
import {
  type MutatingAdmissionPolicy,
  MutatingPolicy,
  MutationError,
  type PolicyPatch,
} from '@opgen/rules/policies';
import { mergeConfiguration, PolicyPatchError } from '../../apply/policy-patch.ts';
import type { Core } from '../../core.ts';
import { jsonPatch } from '../../patch/json-patch.ts';
import { PatchError, PatchTestFailed } from '../../patch/patch-error.ts';
import type { Resource } from '../../resources/resource.ts';
import { type Status, StatusError } from '../../status-errors.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import type { Attributes } from '../attributes.ts';
import type { MutatingPlugin } from '../plugin.ts';
import { requestedVersion, versionedFor } from '../versions.ts';
import { type BoundPolicy, boundTo } from './bindings.ts';
import { hooksOf, isExemptFromPolicies, mutatingPolicies } from './hooks.ts';
import { inputsOf } from './inputs.ts';
import { forbiddenWrite } from './rejection.ts';

/** Why a policy cannot be put into effect, or its mutation cannot be made. */
interface Failure {
  readonly policy: MutatingAdmissionPolicy;
  readonly binding?: string;
  readonly message: string;
  /** The reason of the Status, if it is not Forbidden. */
  readonly reason?: string;
}

/**
 * Applies the MutatingAdmissionPolicies that match a write, one after another; each sees the changes of the earlier
 * ones. All failures are reported.
 */
export const mutateByPolicies: MutatingPlugin = async (core, attributes, mutation) => {
  let { object } = attributes;
  if (object === undefined || isExemptFromPolicies(attributes)) return object;
  const failures: Failure[] = [];
  const matching: BoundPolicy<MutatingAdmissionPolicy>[] = [];
  for (const hook of hooksOf(core, mutatingPolicies)) {
    for (const bound of await boundTo(core, hook, attributes)) {
      if ('match' in bound) matching.push(bound);
      else failures.push(failureOf(bound.policy, bound.problem, bound.binding?.metadata.name));
    }
  }
  const rounds = mutation.hooksOf(mutateByPolicies, object);
  let isPatched = false;
  for (const { policy, binding, match, params } of matching) {
    const { name } = binding.metadata;
    for (const param of params) {
      const invocation = new Invocation(core, { policy, match, param }, { ...attributes, object });
      const { matches, problem } = await invocation.conditions();
      if (problem !== undefined) failures.push(failureOf(policy, problem, name, 'Invalid'));
      const key = [policy.metadata.name, name, param?.metadata.namespace, param?.metadata.name].join('/');
      if (!matches || problem !== undefined || !rounds.runs(key)) continue;
      const { object: next, problems } = await invocation.mutated();
      failures.push(...problems.map((each) => failureOf(policy, each, name, 'Invalid')));
      isPatched ||= problems.length < (policy.spec.mutations?.length ?? 0);
      rounds.ran(key, {
        isChange: !deepEqual(next, object),
        isRepeatable: policy.spec.reinvocationPolicy === 'IfNeeded',
      });
      object = next;
    }
  }
  // kube-apiserver repeats even the policy that made the last change.
  if (isPatched) rounds.repeatAll();
  rounds.end(object);
  const denials = failures.filter(({ policy }) => policy.spec.failurePolicy !== 'Ignore');
  if (denials.length > 0) throw rejection(attributes, denials);
  return object;
};

const compiled = new WeakMap<MutatingAdmissionPolicy, MutatingPolicy>();

interface Subject {
  readonly policy: MutatingAdmissionPolicy;
  readonly match: BoundPolicy<MutatingAdmissionPolicy>['match'];
  readonly param: StoredObject | undefined;
}

/** A policy with one binding and one params object, on one write. */
class Invocation {
  readonly #core: Core;
  readonly #subject: Subject;
  readonly #attributes: Attributes;
  readonly #program: MutatingPolicy;

  constructor(core: Core, subject: Subject, attributes: Attributes) {
    this.#core = core;
    this.#subject = subject;
    this.#attributes = attributes;
    this.#program = compiled.get(subject.policy) ?? new MutatingPolicy(subject.policy);
    compiled.set(subject.policy, this.#program);
  }

  async conditions(): Promise<{ matches: boolean; problem?: string }> {
    const { matches, problems } = this.#program.matches(await this.#inputs(this.#attributes.object));
    if (problems.length === 0) return { matches };
    return { matches, problem: problems.length === 1 ? String(problems[0]) : `[${problems.join(', ')}]` };
  }

  /** The object after the mutations. One that fails changes nothing. */
  async mutated(): Promise<{ object: StoredObject | undefined; problems: string[] }> {
    const { resource } = this.#subject.match;
    const problems: string[] = [];
    let { object } = this.#attributes;
    for (let i = 0; i < this.#program.size; i += 1) {
      try {
        const patch = this.#program.patch(i, await this.#inputs(object));
        const { object: versioned } = await versionedFor(resource, { ...this.#attributes, object });
        if (versioned === undefined) continue;
        object = await requestedVersion(this.#attributes, resource, patched(resource, versioned, patch));
      } catch (error) {
        if (!(error instanceof MutationError)) throw error;
        problems.push(error.message);
      }
    }
    return { object, problems };
  }

  async #inputs(object: StoredObject | undefined): ReturnType<typeof inputsFor> {
    return inputsFor(this.#core, this.#subject, { ...this.#attributes, object });
  }
}

async function inputsFor(core: Core, { match, param }: Subject, attributes: Attributes) {
  const versioned = await versionedFor(match.resource, attributes);
  return { ...inputsOf(core, match, attributes, versioned), params: param };
}

/** The object with a patch. A `test` that fails leaves it as it is. */
function patched(resource: Resource, object: StoredObject, patch: PolicyPatch): StoredObject {
  try {
    if (patch.type === 'JSONPatch') return jsonPatch(object, patch.operations) as StoredObject;
    const schema = object.kind === resource.kind ? resource.schema : undefined;
    return mergeConfiguration(object, patch.configuration, schema, resource.resolve) as StoredObject;
  } catch (error) {
    if (error instanceof PatchTestFailed) return object;
    if (error instanceof PatchError) throw new MutationError(`JSON Patch: ${error.message}`);
    if (error instanceof PolicyPatchError) throw new MutationError(`error applying patch: ${error.message}`);
    throw error;
  }
}

function failureOf(
  policy: MutatingAdmissionPolicy,
  message: string,
  binding: string | undefined,
  reason?: string,
): Failure {
  return {
    policy,
    message,
    ...(binding !== undefined && { binding }),
    ...(reason !== undefined && { reason }),
  };
}

function rejection(attributes: Attributes, failures: readonly Failure[]): StatusError {
  const messages = failures.map(({ policy, binding, message }) => {
    const { name } = policy.metadata;
    const by = binding === undefined ? `"${name}"` : `'${name}' with binding '${binding}'`;
    return `policy ${by} denied request: ${message}`;
  });
  const status = forbiddenWrite(attributes, '');
  return new StatusError({
    ...status,
    message: messages[0],
    reason: failures[0]?.reason ?? status.reason,
    details: { ...status.details, causes: messages.map((message) => ({ message })) },
  } as Status);
}

import { fieldErrorText } from '@opgen/rules/field-errors';
import { deepEqual } from '@opgen/rules/json';
import type { Core } from '../../core.ts';
import { tableOf } from '../../resources/resource.ts';
import { invalidStatus, StatusError } from '../../status-errors.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { type Attributes, isWriteOf } from '../attributes.ts';
import { forbidden } from '../forbidden.ts';
import type { ValidatingPlugin } from '../plugin.ts';
import { type CheckedPod, containersOf, type Violation } from '../pod-security/check.ts';
import { isSame, isStricter, nameOf, policyOf, type Standard } from '../pod-security/policy.ts';
import { checkedPodOf, hasPodTemplate } from '../pod-security/templates.ts';
import { violations } from '../pod-security/violations.ts';

/** Subresources of Pods that do not change what runs. */
const harmless = ['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'];

/** Enforces the Pod Security Standards that the labels of namespaces name. */
export const enforcePodSecurity: ValidatingPlugin = (core, attributes, warn) => {
  const { resource, subresource, operation, object } = attributes;
  const table = tableOf(resource);
  if (object === undefined || operation === 'DELETE') return;
  if (isWriteOf(attributes, '/namespaces')) requireValidLabels(core, attributes, object, warn);
  else if (table === '/pods' && !harmless.includes(subresource ?? ''))
    checkPod(core, attributes, object, warn);
  else if (subresource === undefined && hasPodTemplate(table)) checkTemplate(core, attributes, object, warn);
};

function checkPod(
  core: Core,
  attributes: Attributes,
  object: StoredObject,
  warn: (text: string) => void,
): void {
  const { policy, errors } = policyIn(core, attributes);
  if (errors.length === 0 && Object.values(policy).every(({ level }) => level === 'privileged')) {
    attributes.annotate(annotation('enforce-policy'), 'privileged:latest');
    return;
  }
  const pod = checkedPodOf('/pods', object);
  const old = attributes.oldObject && checkedPodOf('/pods', attributes.oldObject);
  if (pod === undefined || (old !== undefined && hasSameImages(pod, old))) return;
  const { enforce } = policy;
  attributes.annotate(annotation('enforce-policy'), nameOf(enforce));
  annotateFrom(attributes, pod, { policy, errors });
  const problems = violations(pod, enforce);
  if (problems.length > 0)
    throw forbidden(attributes, `violates PodSecurity "${nameOf(enforce)}": ${detailed(problems)}`);
  warnOf(pod, policy.warn, warn);
}

function checkTemplate(
  core: Core,
  attributes: Attributes,
  object: StoredObject,
  warn: (text: string) => void,
): void {
  const pod = checkedPodOf(tableOf(attributes.resource), object);
  if (pod === undefined) return;
  const found = policyIn(core, attributes);
  annotateFrom(attributes, pod, found);
  warnOf(pod, found.policy.warn, warn);
}

/** The audit event has the violations of the level in the label `audit`, and what is wrong with the labels. */
function annotateFrom(
  { annotate }: Attributes,
  pod: CheckedPod,
  { policy: { audit }, errors }: ReturnType<typeof policyOf>,
): void {
  const texts = errors.map(fieldErrorText);
  if (texts.length > 0)
    annotate(
      annotation('error'),
      `Failed to parse policy: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`,
    );
  const problem = violationOf(pod, audit);
  if (problem !== undefined) annotate(annotation('audit-violations'), problem);
}

function annotation(name: string): string {
  return `pod-security.kubernetes.io/${name}`;
}

function warnOf(pod: CheckedPod, standard: Standard, warn: (text: string) => void): void {
  const problem = violationOf(pod, standard);
  if (problem !== undefined) warn(problem);
}

function violationOf(pod: CheckedPod, standard: Standard): string | undefined {
  const problems = violations(pod, standard);
  if (problems.length === 0) return undefined;
  return `would violate PodSecurity "${nameOf(standard)}": ${detailed(problems)}`;
}

function policyIn({ store }: Core, { namespace }: Attributes): ReturnType<typeof policyOf> {
  return policyOf(store.find('/namespaces', undefined, namespace)?.metadata.labels);
}

/** The labels must be valid, unless they were not before. A stricter level warns about the Pods that violate it. */
function requireValidLabels(
  core: Core,
  { oldObject, resource }: Attributes,
  object: StoredObject,
  warn: (text: string) => void,
): void {
  const { policy, errors } = policyOf(object.metadata.labels);
  const before = oldObject && policyOf(oldObject.metadata.labels);
  if (errors.length > 0 && !deepEqual(errors, before?.errors))
    throw new StatusError(invalidStatus(resource.kind, resource.group, object.metadata.name, errors));
  if (before === undefined) return;
  const [next, old] = [policy.enforce, before.policy.enforce];
  if (isSame(next, old) || (next.minor === old.minor && !isStricter(next, old))) return;
  warnOfPods(core, object.metadata.name, next, warn);
}

function warnOfPods(
  { store }: Core,
  namespace: string,
  standard: Standard,
  warn: (text: string) => void,
): void {
  const pods = new Map<string, string[]>();
  for (const object of store.list('/pods', namespace)) {
    const pod = checkedPodOf('/pods', object);
    const reasons = pod === undefined ? [] : violations(pod, standard).map(({ reason }) => reason);
    if (reasons.length > 0)
      pods.set(reasons.join(', '), [...(pods.get(reasons.join(', ')) ?? []), object.metadata.name]);
  }
  if (pods.size === 0) return;
  warn(
    `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${nameOf(standard)}"`,
  );
  const texts = [...pods].map(([reasons, [first = '', ...others]]) => {
    const more =
      others.length === 0 ? '' : ` (and ${others.length} other ${others.length === 1 ? 'pod' : 'pods'})`;
    return `${first}${more}: ${reasons}`;
  });
  texts.toSorted().forEach(warn);
}

/** Updates that change no image are allowed, whatever the Pod does. */
function hasSameImages(pod: CheckedPod, old: CheckedPod): boolean {
  return deepEqual(imagesOf(pod), imagesOf(old));
}

function imagesOf({ spec }: CheckedPod): unknown {
  return containersOf(spec).map(({ name, image }) => [name, image]);
}

function detailed(problems: readonly Violation[]): string {
  return problems.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

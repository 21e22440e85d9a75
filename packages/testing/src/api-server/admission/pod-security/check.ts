import type { Container, PodSpec, PodSecurityContext, SecurityContext } from '@opgen/runtime/kinds/core/v1';

/** The part of a Pod, or of the template of Pods, that checks read. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** A rule of the Pod Security Standards; `since` is the minor version from which it applies in this form. */
export interface Check {
  readonly id: string;
  readonly versions: readonly { readonly since: number; readonly violation: FindViolation }[];
  /** The check of the baseline level that this one of the restricted level includes. */
  readonly replaces?: string;
}

export type FindViolation = (pod: CheckedPod) => Violation | undefined;

/** All containers of a Pod, in the order in which messages name them. */
export function containersOf({
  initContainers = [],
  containers,
  ephemeralContainers = [],
}: PodSpec): Container[] {
  return [...initContainers, ...containers, ...(ephemeralContainers as Container[])];
}

/** The names of the containers that match. */
export function containersThat(spec: PodSpec, matches: (container: Container) => boolean): string[] {
  return containersOf(spec)
    .filter(matches)
    .map(({ name }) => name);
}

/** What the Pod and its containers set wrongly: `pod and containers "a", "b"`; empty if nothing. */
export function setters(
  spec: PodSpec,
  isWrong: (context: PodSecurityContext & SecurityContext) => boolean,
): string {
  const names = containersThat(spec, ({ securityContext = {} }) => isWrong(securityContext));
  return [
    ...(isWrong(spec.securityContext ?? {}) ? ['pod'] : []),
    ...(names.length > 0 ? [containers(names)] : []),
  ].join(' and ');
}

/** `container "a"`, or `containers "a", "b"`. */
export function containers(names: readonly string[]): string {
  return `${plural('container', names)} ${quoted(names)}`;
}

export function plural(singular: string, { length }: readonly unknown[]): string {
  return length === 1 ? singular : `${singular}s`;
}

export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

/** Sorted, each once. */
export function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}

/** Windows has no such security context, and Pods say since 1.25 that they are for Windows. */
export function exceptOnWindows(violation: FindViolation): FindViolation {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : violation(pod));
}

/** Since 1.35, Pods that do not use the user namespace of the host may do this. */
export function exceptInUserNamespace(violation: FindViolation): FindViolation {
  return (pod) => (pod.spec.hostUsers === false ? undefined : violation(pod));
}

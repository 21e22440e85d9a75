import { labelsMatch } from '@opgen/runtime';
import type { Node, Pod, PodAffinityTerm } from '@opgen/runtime/kinds/core/v1';
import { ofNode, ofPods, type Problem } from './problem.ts';

/** A node and the Pods on it. */
export interface Occupied {
  readonly node: Node;
  readonly pods: readonly Pod[];
}

/** The labels of a namespace, for the namespace selectors of affinity terms. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>>;

/** Why a node is wrong because of the Pods that run on it and beside it; undefined if it is not. */
export function podAffinityProblem(
  pod: Pod,
  node: Node,
  all: readonly Occupied[],
  labelsOf: NamespaceLabels,
): Problem | undefined {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  const near = (term: PodAffinityTerm): Pod[] => podsNear(node, term.topologyKey, all);
  const attracts = (term: PodAffinityTerm): boolean =>
    node.metadata.labels?.[term.topologyKey] !== undefined &&
    (near(term).some((other) => selects(term, pod, other, labelsOf)) || isFirst(term, pod, all, labelsOf));
  if (!required(podAffinity).every(attracts)) return ofNode("node(s) didn't match pod affinity rules");
  const repels = (term: PodAffinityTerm): boolean =>
    near(term).some((other) => selects(term, pod, other, labelsOf));
  if (required(podAntiAffinity).some(repels)) return ofPods("node(s) didn't match pod anti-affinity rules");
  const isRepelled = all.some(({ node: other, pods }) =>
    pods.some((existing) =>
      required(existing.spec.affinity?.podAntiAffinity).some(
        (term) => isNear(node, other, term.topologyKey) && selects(term, existing, pod, labelsOf),
      ),
    ),
  );
  return isRepelled ? ofPods("node(s) didn't satisfy existing pods anti-affinity rules") : undefined;
}

/** The first Pod of a group may start anywhere if it would match its own term. */
function isFirst(
  term: PodAffinityTerm,
  pod: Pod,
  all: readonly Occupied[],
  labelsOf: NamespaceLabels,
): boolean {
  const isAlone = !all.some(({ pods }) => pods.some((other) => selects(term, pod, other, labelsOf)));
  return isAlone && selects(term, pod, pod, labelsOf);
}

function required(
  affinity: { requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] } | undefined,
) {
  return affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
}

function podsNear(node: Node, topologyKey: string, all: readonly Occupied[]): Pod[] {
  return all.flatMap(({ node: other, pods }) => (isNear(node, other, topologyKey) ? pods : []));
}

function isNear(a: Node, b: Node, topologyKey: string): boolean {
  const value = a.metadata.labels?.[topologyKey];
  return value !== undefined && value === b.metadata.labels?.[topologyKey];
}

/** Whether a term of one Pod selects another Pod. */
function selects(term: PodAffinityTerm, of: Pod, other: Pod, labelsOf: NamespaceLabels): boolean {
  const { labelSelector, namespaceSelector, namespaces = [] } = term;
  const { namespace = '' } = other.metadata;
  const isOwn = namespaces.length === 0 && namespaceSelector === undefined;
  const isSelected =
    (isOwn && namespace === of.metadata.namespace) ||
    namespaces.includes(namespace) ||
    (namespaceSelector !== undefined && labelsMatch(namespaceSelector, labelsOf(namespace)));
  return isSelected && labelSelector !== undefined && labelsMatch(labelSelector, other.metadata.labels);
}

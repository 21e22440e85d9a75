import { matchesRequirement, type Requirement } from '@opgen/rules/selectors';
import type {
  Node,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  Pod,
} from '@opgen/runtime/kinds/core/v1';

const comparisons: Readonly<Record<string, Requirement['operator']>> = { Gt: 'GreaterThan', Lt: 'LessThan' };

/** Whether a node has the labels that a Pod requires. */
export function matchesNodeAffinity({ spec }: Pod, node: Node): boolean {
  const { labels = {} } = node.metadata;
  const { nodeSelector = {}, affinity } = spec;
  if (Object.entries(nodeSelector).some(([key, value]) => labels[key] !== value)) return false;
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesNodeSelector(required, node);
}

/** Whether a node matches any term of a selector. */
export function matchesNodeSelector({ nodeSelectorTerms }: NodeSelector, node: Node): boolean {
  return nodeSelectorTerms.some((term) => matchesTerm(term, node));
}

/** The weight of the preferences of a Pod that a node satisfies. */
export function nodePreference({ spec }: Pod, node: Node): number {
  const { preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } =
    spec.affinity?.nodeAffinity ?? {};
  return preferred.reduce(
    (weight, term) => (matchesTerm(term.preference, node) ? weight + term.weight : weight),
    0,
  );
}

/** A term without requirements matches no node. */
function matchesTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  { metadata }: Node,
): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const fields = { 'metadata.name': metadata.name };
  return (
    matchExpressions.every((each) => matchesRequirement(requirement(each), metadata.labels ?? {})) &&
    matchFields.every((each) => matchesRequirement(requirement(each), fields))
  );
}

function requirement({ key, operator, values = [] }: NodeSelectorRequirement): Requirement {
  return { key, operator: comparisons[operator] ?? (operator as Requirement['operator']), values };
}

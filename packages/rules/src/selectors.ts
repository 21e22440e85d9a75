export {
  isEverything,
  type Labels,
  type LabelSelector,
  type LabelSelectorRequirement,
  matchesLabels,
  matchesRequirement,
  type Requirement,
  requirementsOf,
} from './selectors/label-selector.ts';
export { parseLabelSelector, SelectorError } from './selectors/parse-label-selector.ts';
export { takesValues, validateLabelSelector } from './selectors/validate-label-selector.ts';

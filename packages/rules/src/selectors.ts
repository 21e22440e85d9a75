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
export {
  type FieldRequirement,
  matchesField,
  nameInFieldSelector,
  parseFieldSelector,
  type SelectedResource,
} from './selectors/field-selector.ts';
export { formatLabelSelector } from './selectors/format-label-selector.ts';
export { parseLabelSelector } from './selectors/parse-label-selector.ts';
export { SelectorError } from './selectors/selector-error.ts';
export { takesValues, validateLabelSelector } from './selectors/validate-label-selector.ts';

export { isEverything, type LabelSelector, type Labels, matchesLabels } from './selectors/label-selector.ts';
export { takesValues, validateLabelSelector } from './selectors/validate-label-selector.ts';

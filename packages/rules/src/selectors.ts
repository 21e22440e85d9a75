export { isEverything, type LabelSelector, type Labels, matchesLabels } from './selectors/label-selector.ts';

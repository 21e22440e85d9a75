// Predicates: which changes of a watched object cause a reconcile.
export type { Change } from '../cache/change.ts';
export {
  allOf,
  annotationsChanged,
  anyChange,
  anyOf,
  changedIn,
  generationChanged,
  labelsChanged,
  lifecycleChanged,
  not,
  notOwnStatus,
  type Predicate,
} from '../controller/predicates.ts';

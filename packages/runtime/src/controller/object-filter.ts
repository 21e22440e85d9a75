import type { Requirement } from '@opgen/rules/selectors';
import type { Change } from '../cache/change.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { labelsMatch, requirementsOf, type Selector } from '../objects/selector.ts';

/** Which objects this operator reconciles, when several operators share a kind. */
export interface ObjectFilterOptions {
  /** Reconcile only objects that match this label selector: `tier=gold,!legacy`. Default: all. */
  selector?: Selector | undefined;
  /**
   * The name of this operator, when several reconcile one kind: it reconciles only objects with this value in the
   * annotation `opgen.dev/operator`. An operator without a name reconciles objects without the annotation.
   */
  operator?: string | undefined;
}

/** Set to `true` to pause reconciliation of the object until the annotation is removed. */
export const pausedAnnotation = 'opgen.dev/paused';
/** The operator that reconciles the object. */
export const operatorAnnotation = 'opgen.dev/operator';

/** Decides which objects a controller reconciles. */
export class ObjectFilter {
  readonly #requirements: readonly Requirement[];
  readonly #operator: string | undefined;

  constructor({ selector = '', operator }: ObjectFilterOptions = {}) {
    this.#requirements = requirementsOf(selector);
    this.#operator = operator;
  }

  /** Why the object is skipped; undefined if it is reconciled. */
  reasonToSkip({ metadata: { annotations = {}, labels } }: KubernetesObject): string | undefined {
    if (annotations[pausedAnnotation] === 'true') return `paused by the annotation ${pausedAnnotation}`;
    const operator = annotations[operatorAnnotation];
    if (operator !== this.#operator) {
      return operator === undefined
        ? `not assigned to an operator by the annotation ${operatorAnnotation}`
        : `assigned to operator ${operator}`;
    }
    return labelsMatch(this.#requirements, labels) ? undefined : 'not matched by the label selector';
  }

  /**
   * Whether a change makes a skipped object one to reconcile: this triggers a reconcile whatever the predicates say.
   */
  becomesSelected({ object, old }: Change): boolean {
    if (old === undefined || this.reasonToSkip(object) !== undefined) return false;
    return this.reasonToSkip(old) !== undefined;
  }
}

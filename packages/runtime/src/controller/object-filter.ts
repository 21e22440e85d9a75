import type { Requirement } from '@opgen/rules/selectors';
import type { Change } from '../cache/change.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { labelsMatch, requirementsOf, type Selector } from '../objects/selector.ts';

/** Which objects are the business of an operator that is not alone. */
export interface ObjectFilterOptions {
  /** Only objects with these labels are reconciled: `tier=gold,!legacy`. Default: all. */
  selector?: Selector;
  /**
   * The name of this operator among several for one kind: it reconciles the objects whose annotation
   * `opgen.dev/operator` says so. One without a name reconciles those without the annotation.
   */
  operator?: string;
}

/** `true` makes every controller leave the object as it is, until somebody takes the annotation away. */
export const pausedAnnotation = 'opgen.dev/paused';
/** Names the operator that an object is for. */
export const operatorAnnotation = 'opgen.dev/operator';

/** Which objects are a controller's business, of all that there are of its kind. */
export class ObjectFilter {
  readonly #requirements: readonly Requirement[];
  readonly #operator: string | undefined;

  constructor({ selector = '', operator }: ObjectFilterOptions = {}) {
    this.#requirements = requirementsOf(selector);
    this.#operator = operator;
  }

  /** Why the object is to be left alone; undefined when it is to be reconciled. */
  reasonToSkip({ metadata: { annotations = {}, labels } }: KubernetesObject): string | undefined {
    if (annotations[pausedAnnotation] === 'true') return `paused by its annotation ${pausedAnnotation}`;
    const operator = annotations[operatorAnnotation];
    if (operator !== this.#operator) {
      return operator === undefined ? 'for an operator without a name' : `for the operator ${operator}`;
    }
    return labelsMatch(this.#requirements, labels) ? undefined : 'not selected by its labels';
  }

  /** Whether a change makes the object its business: that counts, whatever else is asked of changes. */
  becomesSelected({ object, old }: Change): boolean {
    if (old === undefined || this.reasonToSkip(object) !== undefined) return false;
    return this.reasonToSkip(old) !== undefined;
  }
}

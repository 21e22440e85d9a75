/** A selector over labels, as webhooks and workloads have it. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

/** One requirement of a selector; only `In` and `NotIn` have values. */
export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** The labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** One condition of a selector; labels must satisfy all of them. */
export interface Requirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'GreaterThan' | 'LessThan';
  readonly values: readonly string[];
}

/** True if a selector has no requirements, and so selects every object. */
export function isEverything(selector: LabelSelector): boolean {
  return requirementsOf(selector).length === 0;
}

/** The requirements of a valid selector: first those of `matchLabels`, then those of `matchExpressions`. */
export function requirementsOf({ matchLabels = {}, matchExpressions = [] }: LabelSelector): Requirement[] {
  return [
    ...Object.entries(matchLabels).map(([key, value]): Requirement => ({
      key,
      operator: 'In',
      values: [value],
    })),
    ...matchExpressions.map(({ key, operator, values = [] }): Requirement => ({
      key,
      operator: operator as Requirement['operator'],
      values,
    })),
  ];
}

/** True if the labels satisfy every requirement of the selector. */
export function matchesLabels(selector: LabelSelector, labels: Labels): boolean {
  return requirementsOf(selector).every((requirement) => matchesRequirement(requirement, labels));
}

/** True if the labels satisfy the requirement. */
export function matchesRequirement({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'GreaterThan':
      return isInteger(value) && Number(value) > Number(values[0]);
    case 'LessThan':
      return isInteger(value) && Number(value) < Number(values[0]);
  }
}

/** True for the integers that `>` and `<` compare. */
export function isInteger(text: string | undefined): boolean {
  return text !== undefined && /^-?\d+$/.test(text);
}

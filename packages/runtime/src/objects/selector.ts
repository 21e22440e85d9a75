import type { LabelSelector } from './label-selector.ts';

/** One condition on the labels of an object. All of a selector's must hold. */
export interface Requirement {
  key: string;
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'GreaterThan' | 'LessThan';
  values: readonly string[];
}

/** A selector as objects have it, or as kubectl takes it: `app=cache,tier in (gold, silver),!legacy`. */
export type Selector = LabelSelector | string;

/** Whether the labels satisfy the selector. One without requirements selects everything. */
export function labelsMatch(
  selector: Selector | readonly Requirement[],
  labels: Record<string, string> | undefined = {},
): boolean {
  return requirementsOf(selector).every((requirement) => holds(requirement, labels));
}

/** The selector's requirements; throws when its text cannot be read. */
export function requirementsOf(selector: Selector | readonly Requirement[]): readonly Requirement[] {
  if (typeof selector === 'string') return parseSelector(selector);
  if (isRequirements(selector)) return selector;
  return [
    ...Object.entries(selector.matchLabels ?? {}).map(([key, value]): Requirement => ({
      key,
      operator: 'In',
      values: [value],
    })),
    ...(selector.matchExpressions ?? []).map(({ key, operator, values = [] }): Requirement => ({
      key,
      operator,
      values,
    })),
  ];
}

/** The selector as the API takes it in a query. */
export function formatSelector(selector: Selector): string {
  if (typeof selector === 'string') return selector;
  return requirementsOf(selector).map(formatRequirement).join(',');
}

const key = String.raw`[\w./-]+`;
const value = String.raw`[\w.-]*`;
const presence = new RegExp(`^(!?)\\s*(${key})$`);
const comparison = new RegExp(`^(${key})\\s*(==|=|!=|>|<)\\s*(${value})$`);
const membership = new RegExp(`^(${key})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);

function parseSelector(text: string): Requirement[] {
  if (text.trim() === '') return [];
  // Commas inside parentheses separate values, the others requirements.
  return text.split(/,(?![^(]*\))/).map((part) => parseRequirement(part.trim(), text));
}

function parseRequirement(part: string, text: string): Requirement {
  const present = presence.exec(part);
  if (present !== null) {
    return { key: present[2]!, operator: present[1] === '!' ? 'DoesNotExist' : 'Exists', values: [] };
  }
  const compared = comparison.exec(part);
  if (compared !== null) {
    return { key: compared[1]!, operator: operators[compared[2]!]!, values: [compared[3]!] };
  }
  const member = membership.exec(part);
  if (member !== null) {
    const values = member[3]!.split(',').map((entry) => entry.trim());
    return { key: member[1]!, operator: operators[member[2]!]!, values };
  }
  throw new Error(`cannot read ${JSON.stringify(part)} in the label selector ${JSON.stringify(text)}`);
}

const operators: Record<string, Requirement['operator']> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  '>': 'GreaterThan',
  '<': 'LessThan',
};

function holds({ key, operator, values }: Requirement, labels: Record<string, string>): boolean {
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
    case 'In':
      return label !== undefined && values.includes(label);
    case 'NotIn':
      return label === undefined || !values.includes(label);
    case 'GreaterThan':
      return isWholeNumber(label) && Number(label) > Number(values[0]);
    case 'LessThan':
      return isWholeNumber(label) && Number(label) < Number(values[0]);
  }
}

function isWholeNumber(label: string | undefined): boolean {
  return label !== undefined && /^-?\d+$/.test(label);
}

function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'In':
      return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`;
    case 'NotIn':
      return values.length === 1 ? `${key}!=${values[0]}` : `${key} notin (${values.join(',')})`;
    case 'GreaterThan':
      return `${key}>${values[0]}`;
    case 'LessThan':
      return `${key}<${values[0]}`;
  }
}

function isRequirements(
  selector: LabelSelector | readonly Requirement[],
): selector is readonly Requirement[] {
  return Array.isArray(selector);
}

import {
  matchesRequirement,
  parseLabelSelector,
  type Requirement,
  requirementsOf as requirementsOfObject,
} from '@opgen/rules/selectors';
import type { LabelSelector } from './label-selector.ts';

/** A selector as in objects, or in kubectl's syntax: `app=cache,tier in (gold, silver),!legacy`. */
export type Selector = LabelSelector | string;

/** Whether the labels match the selector. An empty selector matches everything. */
export function labelsMatch(
  selector: Selector | readonly Requirement[],
  labels: Record<string, string> | undefined = {},
): boolean {
  return requirementsOf(selector).every((requirement) => matchesRequirement(requirement, labels));
}

/** The requirements of the selector; throws if its text cannot be parsed. */
export function requirementsOf(selector: Selector | readonly Requirement[]): readonly Requirement[] {
  if (typeof selector === 'string') return parsed(selector);
  if (isRequirements(selector)) return selector;
  return requirementsOfObject(selector);
}

function parsed(selector: string): readonly Requirement[] {
  try {
    return parseLabelSelector(selector);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`invalid label selector ${JSON.stringify(selector)}: ${reason}`, { cause });
  }
}

/** Formats the selector for a query parameter of the API. */
export function formatSelector(selector: Selector): string {
  if (typeof selector === 'string') return selector;
  return requirementsOf(selector).map(formatRequirement).join(',');
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

import {
  matchesRequirement,
  parseLabelSelector,
  type Requirement,
  SelectorError,
} from '@opgen/rules/selectors';
import { badRequest, StatusError } from '../status-errors.ts';
import type { Matches } from './stored-object.ts';

/** Which objects a label selector such as `app=cache,tier in (a, b),!old` selects; 400 if it cannot be parsed. */
export function labelSelector(text: string): Matches {
  const requirements = parsed(text);
  return ({ metadata: { labels = {} } }) =>
    requirements.every((requirement) => matchesRequirement(requirement, labels));
}

function parsed(text: string): readonly Requirement[] {
  try {
    return parseLabelSelector(text);
  } catch (error) {
    if (error instanceof SelectorError) throw new StatusError(badRequest(error.message));
    throw error;
  }
}

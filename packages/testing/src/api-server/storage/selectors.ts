import {
  matchesField,
  matchesRequirement,
  parseFieldSelector,
  parseLabelSelector,
  type SelectedResource,
  SelectorError,
} from '@opgen/rules/selectors';
import { badRequest, StatusError } from '../status-errors.ts';
import type { Matches } from './stored-object.ts';

/** Which objects a label selector such as `app=cache,tier in (a, b),!old` selects; 400 if it cannot be parsed. */
export function labelSelector(text: string): Matches {
  const requirements = parsed(() => parseLabelSelector(text));
  return ({ metadata: { labels = {} } }) =>
    requirements.every((requirement) => matchesRequirement(requirement, labels));
}

/** Which objects a field selector such as `metadata.name=a` selects; 400 if it cannot be parsed. */
export function fieldSelector(text: string, resource: SelectedResource): Matches {
  const requirements = parsed(() => parseFieldSelector(text, resource));
  return (object) => requirements.every((requirement) => matchesField(requirement, object));
}

function parsed<Requirement>(parse: () => readonly Requirement[]): readonly Requirement[] {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SelectorError) throw new StatusError(badRequest(error.message));
    throw error;
  }
}

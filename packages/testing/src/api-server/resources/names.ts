import { type FieldError, invalid, required } from '@opgen/rules/field-errors';
import { dns1035LabelProblem, dns1123LabelProblem, dns1123SubdomainProblem } from '@opgen/rules/names';
import type { Resource } from './resource.ts';

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const longestBase = 58;

/** Generates a name from a prefix like the API server. `random` returns numbers in [0, 1). */
export function generateName(prefix: string, random: () => number): string {
  const suffix = Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]);
  return prefix.slice(0, longestBase) + suffix.join('');
}

/** The errors of an object's name. */
export function validateName(resource: Resource, { name }: { readonly name?: string }): FieldError[] {
  if (!name) return [required('metadata.name', 'name or generateName is required')];
  const problem = nameProblem(resource, name);
  return problem === undefined ? [] : [invalid('metadata.name', name, problem)];
}

function nameProblem(resource: Resource, name: string): string | undefined {
  if (resource.group === 'rbac.authorization.k8s.io') {
    return /[/%]/.test(name) || name === '.' || name === '..' ? `may not contain '/'` : undefined;
  }
  if (resource.group === '' && resource.plural === 'services') return dns1035LabelProblem(name);
  if (resource.group === '' && resource.plural === 'namespaces') return dns1123LabelProblem(name);
  return dns1123SubdomainProblem(name);
}

import { invalid, required, type FieldError } from '../schema/field-error.ts';
import { dns1035LabelProblem, dns1123LabelProblem, dns1123SubdomainProblem } from '../schema/names.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Resource } from './resource.ts';

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const longestBase = 58;

/** A name from a prefix, as the API server makes them. `random` answers numbers in [0, 1). */
export function generateName(prefix: string, random: () => number): string {
  const suffix = Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]);
  return prefix.slice(0, longestBase) + suffix.join('');
}

/** What is wrong with the name and the labels of an object. */
export function validateMetadata(resource: Resource, { metadata }: StoredObject): FieldError[] {
  if (!metadata.name) return [required('metadata.name', 'name or generateName is required')];
  const problem = nameProblem(resource, metadata.name);
  return [
    ...(problem === undefined ? [] : [invalid('metadata.name', metadata.name, problem)]),
    ...Object.entries(metadata.labels ?? {}).flatMap(([, value]) => labelValueErrors(value)),
  ];
}

function nameProblem(resource: Resource, name: string): string | undefined {
  if (resource.group === 'rbac.authorization.k8s.io') {
    return /[/%]/.test(name) || name === '.' || name === '..' ? `may not contain '/'` : undefined;
  }
  if (resource.group === '' && resource.plural === 'services') return dns1035LabelProblem(name);
  if (resource.group === '' && resource.plural === 'namespaces') return dns1123LabelProblem(name);
  return dns1123SubdomainProblem(name);
}

function labelValueErrors(value: unknown): FieldError[] {
  if (typeof value !== 'string') return [];
  if (value.length <= 63 && /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)) return [];
  const rule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
  return [invalid('metadata.labels', value, value.length > 63 ? 'must be no more than 63 bytes' : rule)];
}

import { dns1035LabelProblem, dns1123LabelProblem, dns1123SubdomainProblem } from './dns-names.ts';

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const longestBase = 58;

/** Generates a name from `metadata.generateName` as the API server does. `random` returns numbers in [0, 1). */
export function generateName(prefix: string, random: () => number = Math.random): string {
  const suffix = Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]);
  return prefix.slice(0, longestBase) + suffix.join('');
}

/** Why a text cannot be the name of an object of this resource; undefined if it can. */
export function objectNameProblem(
  { group, plural }: { readonly group: string; readonly plural: string },
  name: string,
): string | undefined {
  if (group === 'rbac.authorization.k8s.io') {
    return /[/%]/.test(name) || name === '.' || name === '..' ? `may not contain '/'` : undefined;
  }
  if (group === '' && plural === 'services') return dns1035LabelProblem(name);
  if (group === '' && plural === 'namespaces') return dns1123LabelProblem(name);
  return dns1123SubdomainProblem(name);
}

import { isAtLeast, type Minor, newestMinor } from '../builtin/minors.ts';
import { dns1035LabelProblem, dns1123LabelProblem, dns1123SubdomainProblem } from './dns-names.ts';
import { pathSegmentProblems } from './path-segment.ts';

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const longestBase = 58;

/** Generates a name from `metadata.generateName` as the API server does. `random` returns numbers in [0, 1). */
export function generateName(prefix: string, random: () => number = Math.random): string {
  const suffix = Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]);
  return prefix.slice(0, longestBase) + suffix.join('');
}

/** Kinds whose names only need to fit into a path. */
const withAnyName: ReadonlySet<string> = new Set([
  'apiregistration.k8s.io/apiservices',
  'certificates.k8s.io/certificatesigningrequests',
]);

/** Kinds whose validation includes the name. */
const withOwnRule: ReadonlySet<string> = new Set(['networking.k8s.io/ipaddresses']);

/** The resource of an object whose name is checked. */
export interface NamedResource {
  readonly group: string;
  readonly plural: string;
  /** The minor version of the API server. Default: the newest. */
  readonly minor?: Minor | undefined;
}

/** Why a text cannot be the name of an object of this resource in a minor version; undefined if it can. */
export function objectNameProblem(
  { group, plural, minor = newestMinor }: NamedResource,
  name: string,
): string | undefined {
  const table = `${group}/${plural}`;
  if (group === 'rbac.authorization.k8s.io' || withAnyName.has(table)) return pathSegmentProblems(name)[0];
  if (withOwnRule.has(table)) return undefined;
  if (table === '/services' && !isAtLeast(minor, '1.36')) return dns1035LabelProblem(name);
  if (table === '/services' || table === '/namespaces') return dns1123LabelProblem(name);
  return dns1123SubdomainProblem(name);
}

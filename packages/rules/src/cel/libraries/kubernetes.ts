import { isAtLeast, type Minor } from '../../builtin/minors.ts';
import { type Functions, functionsOf, type Library } from '../functions/overload.ts';
import type { Type } from '../types/type.ts';
import { authorization } from './authorization.ts';
import { cidr, cidrType } from './cidr.ts';
import { typeNames } from './conversions.ts';
import { mapInsert } from './map-insert.ts';
import { formats } from './formats.ts';
import { ip, ipType } from './ip.ts';
import { kubernetesLists, lists } from './lists.ts';
import { optionals } from './optionals.ts';
import { patterns } from './patterns.ts';
import { quantity } from './quantity.ts';
import { semver } from './semver.ts';
import { sets } from './sets.ts';
import { standard } from './standard.ts';
import { strings } from './strings.ts';
import { urls } from './urls.ts';

const libraries: readonly Library[] = [
  ...standard,
  authorization,
  urls,
  patterns,
  kubernetesLists,
  optionals,
  quantity,
  strings,
  sets,
  ip,
  cidr,
  formats,
  mapInsert,
  semver,
  lists,
];

/** All functions of Kubernetes' CEL environment. */
export const kubernetesFunctions = functionsOf(libraries);

/** Libraries that came after 1.32. */
const introduced: ReadonlyMap<Library, Minor> = new Map([
  [semver, '1.33'],
  [lists, '1.34'],
]);

/**
 * The functions that a new expression may call. They came at least one minor version before, so that the API server can
 * be rolled back. Stored expressions may call all functions.
 */
export function functionsForNewExpressions(minor: Minor): Functions {
  const isTooNew = (library: Library): boolean => {
    const since = introduced.get(library);
    return since !== undefined && (since === minor || !isAtLeast(minor, since));
  };
  const known = libraries.filter((library) => !isTooNew(library));
  return known.length === libraries.length ? kubernetesFunctions : functionsOf(known);
}

/** The type names of Kubernetes' CEL environment. */
export const kubernetesTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...typeNames,
  ['net.IP', ipType],
  ['net.CIDR', cidrType],
  [
    'optional_type',
    { kind: 'opaque', name: 'optional_type', parameters: [{ kind: 'parameter', name: 'V' }] },
  ],
]);

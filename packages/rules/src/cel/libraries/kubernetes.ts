import { functionsOf } from '../functions/overload.ts';
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

/** All functions of Kubernetes' CEL environment. */
export const kubernetesFunctions = functionsOf([
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
]);

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

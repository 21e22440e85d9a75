import { type Diagnostic, type DiagnosticDefinition, didYouMean } from '../diagnostics.ts';
import type { RbacMarker } from '../markers/definitions/rbac.ts';
import { placeOfArgument } from '../markers/marker.ts';
import {
  invalidPermission,
  resourceNamesIgnored,
  unknownResource,
  unknownVerb,
  unreachableResource,
  watchWithoutList,
  wildcardPermission,
} from './diagnostics.ts';
import type { KnownResources } from './known-resources.ts';
import { dns1123Label } from '../project/dns.ts';
import { groupsOf } from './policy-rules.ts';

export interface PermissionContext {
  known: KnownResources;
  /** The manager watches only its own namespace, so it has Roles and no ClusterRole. */
  namespaced: boolean;
  problems: Diagnostic[];
}

/** Returns whether the API server would accept the rule of a marker, and reports why not. */
export function isValidPermission(marker: RbacMarker, { namespaced, problems }: PermissionContext): boolean {
  const { fileName, groups = [], namespace, resources, urls, verbs } = marker.value;
  const wrong: [boolean, string, string, string][] = [
    [verbs.length === 0, 'verbs', '+rbac requires verbs', 'for example verbs=get;list;watch'],
    [
      (resources ?? []).length + (urls ?? []).length === 0,
      'resources',
      '+rbac requires resources or urls',
      'for example groups=apps,resources=deployments',
    ],
    [
      resources !== undefined && groups.length === 0,
      'resources',
      'resources require groups',
      'write groups=core for resources of the core group',
    ],
    [
      resources !== undefined && urls !== undefined,
      'urls',
      '+rbac cannot have both resources and urls',
      'write two markers',
    ],
    [
      urls !== undefined && (namespace !== undefined || namespaced),
      'urls',
      'only a ClusterRole can grant urls',
      namespace === undefined
        ? 'an operator that is limited to one namespace cannot have this permission'
        : 'remove the namespace argument',
    ],
    [
      namespace !== undefined && namespace !== '' && dns1123Label(namespace) !== undefined,
      'namespace',
      `'${namespace}' is not the name of a namespace`,
      dns1123Label(namespace ?? '') ?? '',
    ],
    [
      fileName !== undefined && !/^[A-Za-z0-9][-\w.]*\.yaml$/.test(fileName),
      'fileName',
      `'${fileName}' is not a YAML file name`,
      'for example fileName=reader_role.yaml',
    ],
  ];
  const found = wrong.filter(([applies]) => applies);
  for (const [, argument, message, hint] of found) {
    const place = placeOfArgument(marker, argument);
    problems.push(invalidPermission({ message, hint, place }));
  }
  return found.length === 0;
}

/** Warns about rules that the API server accepts but that are probably mistakes. */
export function checkPermissions(markers: readonly RbacMarker[], context: PermissionContext): Diagnostic[] {
  return [
    ...markers.flatMap((marker) => [
      ...wildcards(marker),
      ...unknownVerbs(marker),
      ...unknownResources(marker, context),
      ...outOfReach(marker, context),
      ...createdByName(marker),
    ]),
    ...watchesWithoutList(markers),
  ];
}

function wildcards(marker: RbacMarker): Diagnostic[] {
  return (['groups', 'resources', 'verbs'] as const).flatMap((argument) =>
    marker.value[argument]?.includes('*') === true
      ? problem(
          marker,
          argument,
          wildcardPermission,
          `${argument}=* grants all ${argument}, including those that are added later`,
          `list the ${argument} that the operator uses`,
        )
      : [],
  );
}

const resourceVerbs = 'get list watch create update patch delete deletecollection'.split(' ');
/** Verbs of specific resources, such as `bind` for roles. */
const specialVerbs = 'use bind escalate impersonate approve sign attest proxy'.split(' ');
const urlVerbs = 'get head options post put patch delete'.split(' ');

function unknownVerbs(marker: RbacMarker): Diagnostic[] {
  const known = marker.value.urls === undefined ? [...resourceVerbs, ...specialVerbs] : urlVerbs;
  const { verbs } = marker.value;
  return verbs
    .filter((verb) => verb !== '*' && !known.includes(verb) && !/[-:]/.test(verb))
    .flatMap((verb) => {
      const hint = didYouMean(verb, known) ?? `the verbs are ${known.join(', ')}`;
      return problem(marker, 'verbs', unknownVerb, `unknown verb '${verb}'`, hint);
    });
}

/** Resources that only RBAC rules name: no API serves them. */
const virtualResources: Readonly<Record<string, readonly string[]>> = {
  '': [
    'users',
    'groups',
    'nodes/metrics',
    'nodes/stats',
    'nodes/log',
    'nodes/spec',
    'nodes/pods',
    'nodes/healthz',
    'nodes/configz',
    'nodes/checkpoint',
  ],
  'authentication.k8s.io': ['uids'],
  'certificates.k8s.io': ['signers'],
};

function unknownResources(marker: RbacMarker, { known }: PermissionContext): Diagnostic[] {
  const { resources = [] } = marker.value;
  const groups = groupsOf(marker.value.groups);
  if (groups.includes('*')) return [];
  const unknownGroups = groups.flatMap((group) => known.unknownGroup(group) ?? []);
  if (unknownGroups.length > 0) {
    return unknownGroups.flatMap(({ hint, message }) =>
      problem(marker, 'groups', unknownResource, message, hint),
    );
  }
  return resources.flatMap((resource) => {
    const isVirtual = groups.some((group) => virtualResources[group]?.includes(resource));
    const unknown =
      isVirtual || resource.startsWith('userextras/') ? undefined : known.unknownResource(groups, resource);
    return unknown === undefined
      ? []
      : problem(marker, 'resources', unknownResource, unknown.message, unknown.hint);
  });
}

function outOfReach(marker: RbacMarker, { known, namespaced }: PermissionContext): Diagnostic[] {
  const { namespace, resources = [] } = marker.value;
  if (namespace === undefined && !namespaced) return [];
  const unreachable = resources.filter((resource) =>
    groupsOf(marker.value.groups).some((group) => known.isClusterScoped(group, resource) === true),
  );
  return unreachable.flatMap((resource) =>
    problem(
      marker,
      'resources',
      unreachableResource,
      `${resource} are cluster-scoped, so a Role cannot grant access to them`,
      namespace === undefined
        ? 'an operator that is limited to one namespace cannot have this permission'
        : 'remove the namespace argument',
    ),
  );
}

function createdByName(marker: RbacMarker): Diagnostic[] {
  const { resourceNames = [], verbs } = marker.value;
  if (resourceNames.length === 0) return [];
  return verbs
    .filter((verb) => verb === 'create' || verb === 'deletecollection')
    .flatMap((verb) =>
      problem(
        marker,
        'resourceNames',
        resourceNamesIgnored,
        `a rule with resourceNames never permits ${verb}: the API server authorizes it before it knows the name`,
        `write a marker for ${verb} without resourceNames`,
      ),
    );
}

/** A watch starts with a list. Another marker may grant the list. */
function watchesWithoutList(markers: readonly RbacMarker[]): Diagnostic[] {
  const lists = markers.filter(({ value }) => value.verbs.includes('list') || value.verbs.includes('*'));
  const listed = new Set(lists.flatMap(permissionsOf).map(keyOf));
  const broad = lists.flatMap(permissionsOf).filter(isBroad);
  const isListed = (permission: Permission): boolean =>
    listed.has(keyOf(permission)) || broad.some((list) => covers(list, permission));
  return markers.flatMap((marker) => {
    if (!marker.value.verbs.includes('watch') || permissionsOf(marker).every(isListed)) return [];
    const message = 'a watch begins with a list request, which this rule does not permit';
    return problem(marker, 'verbs', watchWithoutList, message, 'add list to the verbs: verbs=…;list;watch');
  });
}

/** One resource of one group. Empty `names` or `namespace` mean all of them. */
interface Permission {
  namespace: string;
  group: string;
  resource: string;
  names: string;
}

function permissionsOf({
  value: { groups, namespace = '', resourceNames = [], resources = [] },
}: RbacMarker): Permission[] {
  const names = resourceNames.join();
  return groupsOf(groups).flatMap((group) =>
    resources.map((resource) => ({ namespace, group, resource, names })),
  );
}

function keyOf({ group, names, namespace, resource }: Permission): string {
  return [namespace, group, resource, names].join(' ');
}

/** Whether the permission can cover permissions with other keys: it has a wildcard or applies to all namespaces. */
function isBroad({ group, names, namespace, resource }: Permission): boolean {
  return names === '' && (namespace === '' || group === '*' || resource === '*');
}

function covers(broad: Permission, { group, namespace, resource }: Permission): boolean {
  return (
    [namespace, ''].includes(broad.namespace) &&
    [group, '*'].includes(broad.group) &&
    [resource, '*'].includes(broad.resource)
  );
}

function problem(
  marker: RbacMarker,
  argument: string,
  definition: DiagnosticDefinition,
  message: string,
  hint: string,
): Diagnostic[] {
  return [definition({ message, hint, place: placeOfArgument(marker, argument) })];
}

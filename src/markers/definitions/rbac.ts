import { list, named, optional, required, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';
import type { MarkerOf } from '../marker.ts';

export const rbac = defineMarker({
  name: 'rbac',
  on: ['file'],
  argument: named({
    groups: optional(list(text())),
    resources: optional(list(text())),
    resourceNames: optional(list(text())),
    verbs: required(list(text())),
    urls: optional(list(text())),
    namespace: optional(text()),
    roleName: optional(text()),
    fileName: optional(text()),
  }),
  summary:
    "A permission of the operator. It becomes a rule of the manager's ClusterRole, with a namespace a rule of a Role " +
    'in it, with a roleName a rule of the role with that name. The manager is bound to all of these roles. ' +
    'fileName is the file in config/rbac that contains the role; role.yaml by default.',
  example: '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete',
  repeatable: true,
});

export type RbacMarker = MarkerOf<typeof rbac>;

export const rbacMarkers = [rbac];

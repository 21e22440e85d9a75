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
    'A permission that the operator needs. It goes into the role of the manager; with a namespace, into a Role there; ' +
    'with a roleName, into a role of that name. The manager is bound to all of them. fileName is the file of ' +
    'config/rbac that the role is written to, when that is not role.yaml.',
  example: '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete',
  repeatable: true,
});

export type RbacMarker = MarkerOf<typeof rbac>;

export const rbacMarkers = [rbac];

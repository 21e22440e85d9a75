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
    'A permission of the operator: a rule in the ClusterRole of the manager or, with a namespace, in a Role in ' +
    'that namespace. roleName selects another role. opgen binds the manager to all of these roles. ' +
    'fileName is the file of the role in config/rbac, by default role.yaml.',
  example: '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete',
  repeatable: true,
});

export type RbacMarker = MarkerOf<typeof rbac>;

export const rbacMarkers = [rbac];

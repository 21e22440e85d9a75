import { list, named, optional, required, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

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
  }),
  summary:
    'A permission that the operator needs. It goes into the role of the manager, or into a Role of a namespace.',
  example: '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete',
  repeatable: true,
});

export const rbacMarkers = [rbac];

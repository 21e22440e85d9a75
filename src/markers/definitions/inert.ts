import type { MarkerDefinition } from '../define-marker.ts';
import { raw } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

const everywhere = ['file', 'kind', 'type', 'field'] as const;

const generator = 'it generates Go code';
const identity = 'the apiVersion of defineKind and of the interface sets group and version';

/** Markers of Go tools that ported code may contain, and why they have no effect. `*` matches any rest of a name. */
const reasons: Readonly<Record<string, string>> = {
  'object:generate': generator,
  'object:root': generator,
  'k8s:deepcopy-gen': generator,
  'k8s:deepcopy-gen:interfaces': generator,
  'k8s:openapi-gen': generator,
  'k8s:openapi-model-package': generator,
  'k8s:conversion-gen*': generator,
  'k8s:conversion-fn*': generator,
  'k8s:defaulter-gen*': generator,
  'k8s:validation-gen*': generator,
  'k8s:register-gen': generator,
  'k8s:protobuf-gen*': generator,
  'k8s:prerelease-lifecycle-gen*': generator,
  'k8s:supportsSubresource*': generator,
  'k8s:isSubresource*': generator,
  'ac:generate': generator,
  'ac:output:package': generator,
  'genclient*': generator,
  'protobuf*': generator,
  resourceName: generator,
  'docs-gen:*': 'it belongs to the reference pages of kubebuilder',
  'gencrdrefdocs*': 'it configures a tool that writes reference pages',
  'scaffold:*': 'opgen inserts code there',
  groupName: identity,
  groupGoName: identity,
  versionName: identity,
  domain: identity,
  patchStrategy: 'custom resources have no strategic merge patch; use +listType',
  patchMergeKey: 'custom resources have no strategic merge patch; use +listMapKey',
  enum: 'the type lists its values',
  'union*': 'Kubernetes ignores it; use +validation:ExactlyOneOf',
  build: 'it is a build constraint of Go',
};

export const inertMarkers: readonly MarkerDefinition[] = Object.entries(reasons).map(([name, reason]) =>
  defineMarker({
    name,
    on: everywhere,
    argument: raw(),
    repeatable: true,
    inert: true,
    summary: `A Go marker without effect in opgen: ${reason}.`,
    example: `// +${name.replace('*', '')}`,
  }),
);

/** In Go it skips a package; silently ignoring it would generate what the author wants to skip. */
const skip = defineMarker({
  name: 'skip',
  on: everywhere,
  argument: raw(),
  summary: 'Not supported: opgen reads only the types that a kind uses.',
  example: '// +skip',
  unsupported: {
    message: '+skip excludes a Go package; opgen reads only the types that a kind uses',
    hint: 'remove it; to exclude a version, write +skipversion above its kind',
  },
});

export const skipMarkers = [skip];

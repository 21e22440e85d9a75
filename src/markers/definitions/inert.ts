import type { MarkerDefinition } from '../define-marker.ts';
import { raw } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

const everywhere = ['file', 'kind', 'type', 'field'] as const;

const generator = 'it makes Go code, which TypeScript does not need';
const identity = 'group and version stand in apiVersion, of defineKind and of the interface';

/** Markers of Go tools that ported code carries along, with the reason why they mean nothing here; a name that ends in `*` stands for all that begin so. */
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
  'docs-gen:*': 'it is for the reference pages of kubebuilder itself',
  'gencrdrefdocs*': 'it is for a tool that writes reference pages',
  'scaffold:*': 'opgen inserts code there',
  groupName: identity,
  groupGoName: identity,
  versionName: identity,
  domain: identity,
  patchStrategy: 'custom resources have no strategic merge patch: +listType says how lists merge',
  patchMergeKey: 'custom resources have no strategic merge patch: +listMapKey says how items are told apart',
  enum: 'the type lists its values itself',
  'union*': 'Kubernetes never read it: +validation:ExactlyOneOf says it',
  build: 'it is for the Go compiler',
};

export const inertMarkers: readonly MarkerDefinition[] = Object.entries(reasons).map(([name, reason]) =>
  defineMarker({
    name,
    on: everywhere,
    argument: raw(),
    repeatable: true,
    inert: true,
    summary: `Known from Go, and without meaning here: ${reason}.`,
    example: `// +${name.replace('*', '')}`,
  }),
);

/** In Go it leaves a package out, so nothing must be made of it. */
const skip = defineMarker({
  name: 'skip',
  on: everywhere,
  argument: raw(),
  summary: 'Not accepted: types are read only where a kind uses them.',
  example: '// +skip',
  refused: {
    message: '+skip leaves out a package in Go; here types are read only where a kind uses them',
    hint: 'remove it, or +skipversion above a kind leaves its version out',
  },
});

export const skipMarkers = [skip];

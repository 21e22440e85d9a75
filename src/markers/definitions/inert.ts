import type { MarkerDefinition } from '../define-marker.ts';
import { raw } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

const everywhere = ['file', 'kind', 'type', 'field'] as const;

/** Markers of Go tools that ported code carries along; a name that ends in `*` stands for all that begin so. */
const names = [
  'object:generate',
  'object:root',
  'k8s:deepcopy-gen',
  'k8s:deepcopy-gen:interfaces',
  'k8s:openapi-gen',
  'k8s:conversion-gen*',
  'k8s:defaulter-gen*',
  'k8s:openapi-model-package',
  'ac:generate',
  'ac:output:package',
  'docs-gen:*',
  'scaffold:*',
  'genclient*',
  'gencrdrefdocs*',
  'groupName',
  'groupGoName',
  'versionName',
  'skip',
  'patchStrategy',
  'patchMergeKey',
  'enum',
  'union*',
  'build',
  'domain',
];

export const inertMarkers: readonly MarkerDefinition[] = names.map((name) =>
  defineMarker({
    name,
    on: everywhere,
    argument: raw(),
    repeatable: true,
    inert: true,
    summary: 'Known from Go, without meaning in TypeScript.',
    example: `// +${name.replace('*', '')}`,
  }),
);

import type { KindDraft } from '../kind-draft.ts';
import { integer, list, named, none, oneOf, optional, pair, required, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

const resource = defineMarker({
  name: 'resource',
  on: ['kind'],
  argument: named({
    path: optional(text()),
    shortName: optional(list(text())),
    categories: optional(list(text())),
    singular: optional(text()),
    scope: optional(oneOf('Namespaced', 'Cluster')),
  }),
  summary: 'Names of the resource: short names, categories, and the singular.',
  example: '// +resource:shortName=mc,categories=all',
  applyToKind: (draft, { path, shortName, categories, singular, scope }) => ({
    ...draft,
    scope: scope ?? draft.scope,
    names: {
      ...draft.names,
      ...(path !== undefined && { plural: path }),
      ...(singular !== undefined && { singular }),
      ...(shortName !== undefined && { shortNames: shortName }),
      ...(categories !== undefined && { categories }),
    },
  }),
});

const statusSubresource = defineMarker({
  name: 'subresource:status',
  on: ['kind'],
  argument: none(),
  summary: 'The status is written apart from the rest, through its own endpoint.',
  example: '// +subresource:status',
  applyToKind: (draft) => inVersion(draft, { subresources: { ...draft.version.subresources, status: {} } }),
});

const scaleSubresource = defineMarker({
  name: 'subresource:scale',
  on: ['kind'],
  argument: named({
    specpath: required(text()),
    statuspath: required(text()),
    selectorpath: optional(text()),
  }),
  summary: 'kubectl scale and autoscalers may change the number of replicas.',
  example: '// +subresource:scale:specpath=.spec.size,statuspath=.status.readyReplicas',
  applyToKind: (draft, { specpath, statuspath, selectorpath }) =>
    inVersion(draft, {
      subresources: {
        ...draft.version.subresources,
        scale: {
          specReplicasPath: specpath,
          statusReplicasPath: statuspath,
          ...(selectorpath !== undefined && { labelSelectorPath: selectorpath }),
        },
      },
    }),
});

const printColumn = defineMarker({
  name: 'printcolumn',
  on: ['kind'],
  argument: named({
    name: required(text()),
    type: required(oneOf('integer', 'number', 'string', 'boolean', 'date')),
    jsonPath: required(text()),
    description: optional(text()),
    format: optional(oneOf('int32', 'int64', 'float', 'double', 'byte', 'date', 'date-time', 'password')),
    priority: optional(integer()),
  }),
  summary: 'A column of kubectl get. One with a priority above 0 shows with -o wide only.',
  example: '// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp',
  repeatable: true,
  applyToKind: (draft, { priority, ...column }) =>
    inVersion(draft, {
      additionalPrinterColumns: [
        ...(draft.version.additionalPrinterColumns ?? []),
        { ...column, ...(priority !== undefined && priority !== 0 && { priority }) },
      ],
    }),
});

const storageVersion = defineMarker({
  name: 'storageversion',
  on: ['kind'],
  argument: none(),
  summary: 'Of several versions, the one in which objects are stored.',
  example: '// +storageversion',
  applyToKind: (draft) => inVersion(draft, { storage: true }),
});

const unservedVersion = defineMarker({
  name: 'unservedversion',
  on: ['kind'],
  argument: none(),
  summary: 'The version is kept for stored objects and not served.',
  example: '// +unservedversion',
  applyToKind: (draft) => inVersion(draft, { served: false }),
});

const deprecatedVersion = defineMarker({
  name: 'deprecatedversion',
  on: ['kind'],
  argument: named({ warning: optional(text()) }),
  summary: 'Clients that use the version are warned.',
  example: '// +deprecatedversion:warning="v1alpha1 is deprecated, use v1"',
  applyToKind: (draft, { warning }) =>
    inVersion(draft, { deprecated: true, ...(warning !== undefined && { deprecationWarning: warning }) }),
});

const selectableField = defineMarker({
  name: 'selectablefield',
  on: ['kind'],
  argument: named({ jsonPath: required(text()) }),
  summary: 'A field that field selectors may use.',
  example: '// +selectablefield:jsonPath=.spec.reclaimPolicy',
  repeatable: true,
  applyToKind: (draft, { jsonPath }) =>
    inVersion(draft, { selectableFields: [...(draft.version.selectableFields ?? []), { jsonPath }] }),
});

/** Told by its presence: a version that is left out is not read any further. */
export const skipVersion = defineMarker({
  name: 'skipversion',
  on: ['kind'],
  argument: none(),
  summary: 'The version is left out of the CustomResourceDefinition.',
  example: '// +skipversion',
});

const metadata = defineMarker({
  name: 'metadata',
  on: ['kind'],
  argument: named({ labels: optional(list(pair())), annotations: optional(list(pair())) }),
  summary: 'Labels and annotations of the CustomResourceDefinition itself.',
  example: '// +metadata:labels=team=cache,annotations="example.com/contact=cache@example.com"',
  repeatable: true,
  applyToKind: (draft, { labels = [], annotations = [] }) => ({
    ...draft,
    labels: { ...draft.labels, ...Object.fromEntries(labels) },
    annotations: { ...draft.annotations, ...Object.fromEntries(annotations) },
  }),
});

function inVersion(draft: KindDraft, change: Partial<KindDraft['version']>): KindDraft {
  return { ...draft, version: { ...draft.version, ...change } };
}

export const resourceMarkers = [
  resource,
  statusSubresource,
  scaleSubresource,
  printColumn,
  storageVersion,
  unservedVersion,
  deprecatedVersion,
  selectableField,
  skipVersion,
  metadata,
];

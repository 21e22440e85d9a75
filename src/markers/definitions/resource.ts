import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@opgen/rules/definitions';
import type { KindDraft } from '../kind-draft.ts';
import { integer, list, named, none, oneOf, optional, pair, required, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

export const resource = defineMarker({
  name: 'resource',
  on: ['kind'],
  argument: named({
    path: optional(text()),
    shortName: optional(list(text())),
    categories: optional(list(text())),
    singular: optional(text()),
    scope: optional(oneOf('Namespaced', 'Cluster')),
  }),
  summary: 'The names of the resource: short names, categories, plural and singular.',
  example: '// +resource:shortName=mc,categories=all',
  definitionField: 'names',
  readFromDefinition: ({ spec }) => {
    const { categories = [], kind, shortNames = [], singular } = spec.names;
    const names = {
      ...(shortNames.length > 0 && { shortName: shortNames }),
      ...(categories.length > 0 && { categories }),
      ...(singular !== undefined && singular !== kind.toLowerCase() && { singular }),
    };
    return Object.keys(names).length > 0 ? [names] : [];
  },
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
  summary: 'Enables the status subresource: clients update the status through its own endpoint.',
  example: '// +subresource:status',
  readFromDefinition: onVersion(({ subresources }) => (subresources?.status === undefined ? [] : [true])),
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
  summary: 'Enables the scale subresource, which kubectl scale and autoscalers use.',
  example: '// +subresource:scale:specpath=.spec.size,statuspath=.status.readyReplicas',
  definitionField: 'scale',
  readFromDefinition: onVersion(({ subresources: { scale } = {} }) =>
    scale === undefined
      ? []
      : [
          {
            specpath: scale.specReplicasPath,
            statuspath: scale.statusReplicasPath,
            ...(scale.labelSelectorPath !== undefined && { selectorpath: scale.labelSelectorPath }),
          },
        ],
  ),
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
  summary: 'A column of kubectl get. A column with a priority above 0 appears only with -o wide.',
  example: '// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp',
  repeatable: true,
  definitionField: 'additionalPrinterColumns',
  readFromDefinition: onVersion(({ additionalPrinterColumns = [] }) =>
    additionalPrinterColumns.map(({ description, format, jsonPath, name, priority, type }) => ({
      name,
      // A definition that an API server accepted has a known type and format.
      type: type as 'string',
      jsonPath,
      ...(description !== undefined && { description }),
      ...(format !== undefined && { format: format as 'date' }),
      ...(priority !== undefined && priority !== 0 && { priority }),
    })),
  ),
  applyToKind: (draft, { priority, ...column }) =>
    inVersion(draft, {
      additionalPrinterColumns: [
        ...(draft.version.additionalPrinterColumns ?? []),
        { ...column, ...(priority !== undefined && priority !== 0 && { priority }) },
      ],
    }),
});

export const storageVersion = defineMarker({
  name: 'storageversion',
  on: ['kind'],
  argument: none(),
  summary: 'The version in which the API server stores objects.',
  example: '// +storageversion',
  readFromDefinition: ({ spec: { versions } }, version) =>
    versions.length > 1 && versions[version]?.storage === true ? ([true] as const) : [],
  applyToKind: (draft) => inVersion(draft, { storage: true }),
});

export const unservedVersion = defineMarker({
  name: 'unservedversion',
  on: ['kind'],
  argument: none(),
  summary: 'The API server does not serve the version; stored objects may still have it.',
  example: '// +unservedversion',
  readFromDefinition: onVersion(({ served }) => (served ? [] : [true])),
  applyToKind: (draft) => inVersion(draft, { served: false }),
});

export const deprecatedVersion = defineMarker({
  name: 'deprecatedversion',
  on: ['kind'],
  argument: named({ warning: optional(text()) }),
  summary: 'The API server warns clients that use the version.',
  example: '// +deprecatedversion:warning="v1alpha1 is deprecated, use v1"',
  definitionField: 'deprecationWarning',
  readFromDefinition: onVersion(({ deprecated, deprecationWarning: warning }) =>
    deprecated === true ? [{ ...(warning !== undefined && { warning }) }] : [],
  ),
  applyToKind: (draft, { warning }) =>
    inVersion(draft, { deprecated: true, ...(warning !== undefined && { deprecationWarning: warning }) }),
});

const selectableField = defineMarker({
  name: 'selectablefield',
  on: ['kind'],
  argument: named({ jsonPath: required(text()) }),
  summary: 'A field that field selectors can use.',
  example: '// +selectablefield:jsonPath=.spec.reclaimPolicy',
  repeatable: true,
  definitionField: 'selectableFields',
  readFromDefinition: onVersion(({ selectableFields = [] }) =>
    selectableFields.map(({ jsonPath }) => ({ jsonPath })),
  ),
  applyToKind: (draft, { jsonPath }) =>
    inVersion(draft, { selectableFields: [...(draft.version.selectableFields ?? []), { jsonPath }] }),
});

/** Has no effect of its own: the model does not read a version with this marker. */
export const skipVersion = defineMarker({
  name: 'skipversion',
  on: ['kind'],
  argument: none(),
  summary: 'The CustomResourceDefinition omits the version.',
  example: '// +skipversion',
});

const metadata = defineMarker({
  name: 'metadata',
  on: ['kind'],
  argument: named({ labels: optional(list(pair())), annotations: optional(list(pair())) }),
  summary: 'Labels and annotations of the CustomResourceDefinition itself.',
  example: '// +metadata:labels=team=cache,annotations="example.com/contact=cache@example.com"',
  repeatable: true,
  definitionField: 'annotations',
  readFromDefinition: ({ metadata: { annotations, labels } }, version) =>
    version > 0
      ? []
      : [
          ...ownEntries(labels).map((label) => ({ labels: [label] })),
          ...ownEntries(annotations).map((annotation) => ({ annotations: [annotation] })),
        ],
  applyToKind: (draft, { labels = [], annotations = [] }) => ({
    ...draft,
    labels: { ...draft.labels, ...Object.fromEntries(labels) },
    annotations: { ...draft.annotations, ...Object.fromEntries(annotations) },
  }),
});

function inVersion(draft: KindDraft, change: Partial<KindDraft['version']>): KindDraft {
  return { ...draft, version: { ...draft.version, ...change } };
}

/** Reads a marker from one version of a definition. */
function onVersion<T>(
  read: (version: CustomResourceDefinitionVersion) => readonly T[],
): (definition: CustomResourceDefinition, version: number) => readonly T[] {
  return ({ spec }, index) => {
    const version = spec.versions[index];
    return version === undefined ? [] : read(version);
  };
}

/** Annotations in which tools record who generated the file and what was applied last. */
const ofTools =
  /^(controller-gen\.kubebuilder\.io\/version|kubectl\.kubernetes\.io\/last-applied-configuration)$/;

function ownEntries(values: Readonly<Record<string, string>> = {}): [key: string, value: string][] {
  return Object.entries(values).filter(([key]) => !ofTools.test(key));
}

/** In the order in which `import` writes them. */
export const resourceMarkers = [
  resource,
  metadata,
  storageVersion,
  unservedVersion,
  deprecatedVersion,
  statusSubresource,
  scaleSubresource,
  printColumn,
  selectableField,
  skipVersion,
];

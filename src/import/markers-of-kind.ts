import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  PrinterColumn,
} from '../kubernetes/custom-resource-definition.ts';
import { markerArguments, markerText } from './marker-text.ts';

/** What a CRD says beside the schema of a version, as the markers above the interface of its kind. */
export function markersOfKind(
  { metadata, spec }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): string[] {
  const { additionalPrinterColumns = [], selectableFields = [], subresources } = version;
  const markers = [
    ...namesOf(spec.names),
    ...(version === spec.versions[0] ? metadataOf(metadata) : []),
    ...(version.storage && spec.versions.length > 1 ? ['storageversion'] : []),
    ...(version.served ? [] : ['unservedversion']),
    ...deprecationOf(version),
    ...(subresources?.status === undefined ? [] : ['subresource:status']),
    ...scaleOf(subresources?.scale),
    ...additionalPrinterColumns.map((column) => `printcolumn:${columnOf(column)}`),
    ...selectableFields.map(({ jsonPath }) => `selectablefield:${markerArguments({ jsonPath })}`),
  ];
  return markers.map((marker) => `// +${marker}`);
}

function namesOf({
  categories,
  kind,
  shortNames,
  singular,
}: CustomResourceDefinition['spec']['names']): string[] {
  const said = markerArguments({
    shortName: absentIfEmpty(shortNames),
    categories: absentIfEmpty(categories),
    singular: singular === kind.toLowerCase() ? undefined : singular,
  });
  return said === '' ? [] : [`resource:${said}`];
}

function absentIfEmpty(names: string[] | undefined): string[] | undefined {
  return names === undefined || names.length === 0 ? undefined : names;
}

/** Tools note there who wrote a file, and what was applied last: that says nothing of the kind. */
const ofTools =
  /^(controller-gen\.kubebuilder\.io\/version|kubectl\.kubernetes\.io\/last-applied-configuration)$/;

function metadataOf({ annotations, labels }: CustomResourceDefinition['metadata']): string[] {
  return [...pairs('labels', labels), ...pairs('annotations', annotations)];
}

function pairs(name: string, values: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(values)
    .filter(([key]) => !ofTools.test(key))
    .map(([key, value]) => `metadata:${name}=${markerText(`${key}=${value}`)}`);
}

function deprecationOf({ deprecated, deprecationWarning }: CustomResourceDefinitionVersion): string[] {
  if (deprecated !== true) return [];
  if (deprecationWarning === undefined) return ['deprecatedversion'];
  return [`deprecatedversion:${markerArguments({ warning: deprecationWarning })}`];
}

function scaleOf(scale: NonNullable<CustomResourceDefinitionVersion['subresources']>['scale']): string[] {
  if (scale === undefined) return [];
  const {
    labelSelectorPath: selectorpath,
    specReplicasPath: specpath,
    statusReplicasPath: statuspath,
  } = scale;
  return [`subresource:scale:${markerArguments({ specpath, statuspath, selectorpath })}`];
}

function columnOf({ description, format, jsonPath, name, priority, type }: PrinterColumn): string {
  return markerArguments({
    name,
    type,
    jsonPath,
    description,
    format,
    priority: priority === 0 ? undefined : priority,
  });
}

import type { StoredMetadata, StoredObject } from '../storage/stored-object.ts';
import { crdTable, type Resource, tableOf } from './resource.ts';

/** Built-in kinds whose status subresource changes no metadata, like that of custom resources. */
const unchanged: ReadonlySet<string> = new Set([
  crdTable,
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'certificates.k8s.io/podcertificaterequests',
  'flowcontrol.apiserver.k8s.io/flowschemas',
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
  'internal.apiserver.k8s.io/storageversions',
  'networking.k8s.io/servicecidrs',
  'resource.k8s.io/devicetaintrules',
  'resource.k8s.io/resourceclaims',
  'resource.k8s.io/resourcepoolstatusrequests',
  'scheduling.k8s.io/podgroups',
  'storage.k8s.io/volumeattachments',
  'storagemigration.k8s.io/storageversionmigrations',
]);

/** Metadata of other built-in kinds that it does not change. */
const unchangedFields: Readonly<Record<string, readonly string[]>> = {
  '/pods': ['ownerReferences'],
  'apiregistration.k8s.io/apiservices': ['labels', 'annotations', 'finalizers', 'ownerReferences'],
  'apps/deployments': ['labels'],
};

/** The metadata after a write to the status subresource. */
export function metadataOfStatus(
  resource: Resource,
  { metadata }: StoredObject,
  sent: Partial<StoredMetadata>,
): Partial<StoredMetadata> {
  const table = tableOf(resource);
  if (resource.custom !== undefined || unchanged.has(table))
    return { ...metadata, managedFields: sent['managedFields'] };
  const kept = unchangedFields[table] ?? [];
  const changed = Object.entries(sent).filter(([key]) => !kept.includes(key));
  const old = Object.entries(metadata).filter(([key]) => kept.includes(key));
  return Object.fromEntries([...changed, ...old]) as Partial<StoredMetadata>;
}

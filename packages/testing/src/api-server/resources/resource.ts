import type { RuleValidator } from '@opgen/rules/cel';
import type { Conversion } from '../conversion/convert-by-webhook.ts';
import type { PrinterColumn } from '@opgen/rules/definitions';
import type { SchemaNode } from '@opgen/rules/schema';

/** One served version of a kind, built in or declared by a CRD. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly Subresource[];
  readonly schema: SchemaNode;
  /** What only a custom resource has. */
  readonly custom?: CustomResourceFacts;
}

export interface Subresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

export interface CustomResourceFacts {
  readonly columns: readonly PrinterColumn[];
  /** The rules in CEL that objects of this version obey. */
  readonly rules: RuleValidator;
  readonly scale?: ScalePaths;
  readonly selectableFields: readonly string[];
  /** Its definition is to go: objects can still be changed, and not created. */
  readonly isTerminating?: boolean;
  /** The version in which objects are stored. */
  readonly storageVersion: string;
  /** How objects come from one version to another, where it takes more than another apiVersion. */
  readonly conversion?: Conversion;
  /** What whoever uses a deprecated version is told. */
  readonly warning?: string;
}

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The objects that define custom resources. */
export const crdTable = 'apiextensions.k8s.io/customresourcedefinitions';

/** Under which name the objects of all versions of a resource are stored. */
export function tableOf({ group, plural }: { group: string; plural: string }): string {
  const table = `${group}/${plural}`;
  return sharedTables[table] ?? table;
}

/** Events are of two groups, and the same in both. */
const sharedTables: Readonly<Record<string, string>> = { 'events.k8s.io/events': '/events' };

const writing = ['create', 'update', 'patch'];

/** What clients are told that they may do. Objects of a kind that is to go are not to be written any more. */
export function announcedVerbs({ verbs, custom }: Resource): readonly string[] {
  return custom?.isTerminating === true ? verbs.filter((verb) => !writing.includes(verb)) : verbs;
}

export function hasSubresource(resource: Resource, name: string): boolean {
  return resource.subresources.some((subresource) => subresource.name === name);
}

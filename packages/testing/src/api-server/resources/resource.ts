import type { Minor } from '@opgen/rules/builtin';
import type { RuleValidator } from '@opgen/rules/cel';
import type { CustomResourceColumnDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps, Resolve } from '@opgen/rules/schema';
import type { Conversion } from '../conversion/convert-by-webhook.ts';

/** One served version of a kind, built-in or from a CustomResourceDefinition. */
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
  readonly schema: JSONSchemaProps;
  /** The minor version of the server. */
  readonly minor: Minor;
  /** Finds the schemas to which that schema refers. */
  readonly resolve: Resolve;
  /** Only for custom resources. */
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
  readonly columns: readonly CustomResourceColumnDefinition[];
  /** The CEL rules of this version. */
  readonly rules: RuleValidator;
  readonly scale?: ScalePaths;
  readonly selectableFields: readonly string[];
  /** Its CustomResourceDefinition is being deleted: objects can be changed but not created. */
  readonly isTerminating?: boolean;
  /** The storage version. */
  readonly storageVersion: string;
  /** Converts objects between versions, if more than the apiVersion changes. */
  readonly conversion?: Conversion;
  /** The warning for clients that use a deprecated version. */
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

/** The resource of CustomResourceDefinitions. */
export const crdTable = 'apiextensions.k8s.io/customresourcedefinitions';

/** The key under which the objects of all versions of a resource are stored. */
export function tableOf({ group, plural }: { group: string; plural: string }): string {
  const table = `${group}/${plural}`;
  return sharedTables[table] ?? table;
}

/** Events exist in two groups that share their objects. */
const sharedTables: Readonly<Record<string, string>> = { 'events.k8s.io/events': '/events' };

const writing = ['create', 'update', 'patch'];

/** The verbs in discovery. Objects of a kind that is being deleted cannot be written. */
export function announcedVerbs({ verbs, custom }: Resource): readonly string[] {
  return custom?.isTerminating === true ? verbs.filter((verb) => !writing.includes(verb)) : verbs;
}

export function hasSubresource(resource: Resource, name: string): boolean {
  return resource.subresources.some((subresource) => subresource.name === name);
}

import { celRulePaths } from '../schema/cel-rules.ts';
import type { CustomResourceDefinition } from '../schema/custom-resource-definition.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { crdTable, type Resource, tableOf } from './resource.ts';

/** What a definition asks for that this server does not do: a test must not rely on rules that nobody evaluates. */
export function definitionWarnings(resource: Resource, object: StoredObject): string[] {
  if (tableOf(resource) !== crdTable) return [];
  const { spec } = object as unknown as CustomResourceDefinition;
  return (spec.versions ?? []).flatMap(({ name, schema }) => {
    const paths = celRulePaths(schema?.openAPIV3Schema ?? {});
    if (paths.length === 0) return [];
    return [
      `the embedded API server does not evaluate x-kubernetes-validations: version ${name} has rules at ${paths.join(', ')}`,
    ];
  });
}

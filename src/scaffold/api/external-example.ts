import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { readDefinitions } from '../../import/read-definitions.ts';
import { propertiesOf } from '../../layout/value-literal.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import type { ControllerContext } from './context.ts';
import { isFromCrd, textOfCrd } from './external-type.ts';
import { smallestObject } from './smallest-object.ts';

/** The values that the test of a controller for an external kind can read. */
export interface ExternalContext extends ControllerContext {
  example: {
    /** The name, and the namespace of a namespaced kind, as an object literal. */
    key: string;
    /** The fields besides `metadata`, each after a comma. */
    fields: string;
  };
}

/** The object that the test of a controller creates; undefined if opgen cannot tell what the CRD accepts. */
export function externalExample(
  root: string,
  resource: ProjectResource,
  given?: string,
): ExternalContext['example'] | undefined {
  const text = isFromCrd(resource) ? (given ?? textOfCrd(root, resource)) : undefined;
  const definition = text === undefined ? undefined : definitionOf(text, resource);
  const fields = definition && smallestObject(definition, resource.version);
  if (definition === undefined || fields === undefined) return undefined;
  const properties = propertiesOf(fields);
  return {
    key: `{ name: 'sample'${definition.spec.scope === 'Namespaced' ? ", namespace: 'default'" : ''} }`,
    fields: properties === '' ? '' : `, ${properties}`,
  };
}

function definitionOf(text: string, { kind }: ProjectResource): CustomResourceDefinition | undefined {
  return readDefinitions(text, 'the CRD').find(({ spec }) => spec.names.kind === kind);
}

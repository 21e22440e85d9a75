export {
  type CustomResourceColumnDefinition,
  type CustomResourceConversion,
  type CustomResourceDefinition,
  type CustomResourceDefinitionNames,
  type CustomResourceDefinitionSpec,
  type CustomResourceDefinitionVersion,
  type CustomResourceSubresourceScale,
  defaultCustomResourceDefinition,
} from './definitions/custom-resource-definition.ts';
export { validateCustomResourceDefinition } from './definitions/validate-custom-resource-definition.ts';
export { definitionErrors } from './definitions/definition-errors.ts';
export { type Unvalidated } from './definitions/unvalidated.ts';

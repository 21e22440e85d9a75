export {
  type CrdVersion,
  type CustomResourceDefinition,
  defaultCustomResourceDefinition,
  type PrinterColumn,
} from './definitions/custom-resource-definition.ts';
export { validateCustomResourceDefinition } from './definitions/validate-custom-resource-definition.ts';
export { definitionErrors } from './definitions/definition-errors.ts';

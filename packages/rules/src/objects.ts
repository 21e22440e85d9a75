export { hasOwnValidation, validateBuiltin } from './objects/validate-object.ts';
export { isExtendedResource } from './objects/resource-names.ts';

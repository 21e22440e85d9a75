export { type JSONSchemaProps, type ValidationRule } from './schema/json-schema-props.ts';
export { applyDefaults } from './schema/defaults.ts';
export { prune } from './schema/prune.ts';
export {
  fieldSchema,
  preservesUnknownFields,
  referenceOf,
  type Resolve,
  resolved,
  valueSchema,
} from './schema/read-schema.ts';
export { isLimitInRange, validate } from './schema/validate.ts';
export { knownFormat, knownFormats } from './schema/formats.ts';

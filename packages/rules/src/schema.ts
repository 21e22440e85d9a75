export { applyDefaults } from './schema/defaults.ts';
export { prune } from './schema/prune.ts';
export {
  fieldSchema,
  preservesUnknownFields,
  referenceOf,
  type Resolve,
  resolved,
  type SchemaNode,
  valueSchema,
} from './schema/schema-node.ts';
export { validate } from './schema/validate.ts';
export { knownFormat, knownFormats } from './schema/formats.ts';

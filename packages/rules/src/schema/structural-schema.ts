import { type FieldError, forbidden, invalid, notSupported, required } from '../field-errors.ts';
import { deepEqual } from '../json.ts';
import { defaultRuleErrors } from './cel-rules.ts';
import { prune } from './prune.ts';
import { preservesUnknownFields } from './read-schema.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';
import { patternProblem } from '../re2/pattern-problem.ts';
import { validate } from './validate.ts';

type Level = 'root' | 'item' | 'field';

const intOrString: readonly JSONSchemaProps[] = [{ type: 'integer' }, { type: 'string' }];

const rulesOfPlace: Record<Level, string> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/**
 * What the API server asks of the schema of a custom resource: that it is structural, uses no forbidden keyword,
 * combines x-kubernetes-… sensibly, and that its defaults are valid. `path` is where the schema stands.
 */
export function validateStructuralSchema(schema: JSONSchemaProps, path: string): FieldError[] {
  const structural = [...shapeErrors(schema, 'root', path), ...completenessErrors(schema, schema, path)];
  const sorted = structural.toSorted((a, b) => (`${a.field}${a.detail}` < `${b.field}${b.detail}` ? -1 : 1));
  const defaults = sorted.length === 0 ? defaultErrors(schema, path) : [];
  return [...sorted, ...defaults, ...keywordErrors(schema, path, { inMeta: false, isRoot: true })];
}

function shapeErrors(node: JSONSchemaProps, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const embedded = node['x-kubernetes-embedded-resource'] === true;
  const eitherType = node['x-kubernetes-int-or-string'] === true;
  if (node.type === 'array' && node.items === undefined)
    errors.push(required(`${path}.items`, 'must be specified'));
  if (node.items !== undefined) errors.push(...shapeErrors(node.items, 'item', `${path}.items`));
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    errors.push(...shapeErrors(property, 'field', `${path}.properties[${key}]`));
  }
  if (node.additionalProperties !== undefined) {
    const at = `${path}.additionalProperties`;
    if (level === 'root') errors.push(forbidden(at, 'must not be used at the root'));
    if (typeof node.additionalProperties === 'object') {
      errors.push(...shapeErrors(node.additionalProperties, 'field', at));
    }
    if (embedded) errors.push(forbidden(at, 'must not be used if x-kubernetes-embedded-resource is set'));
  }
  const excluded = 'must be false if x-kubernetes-int-or-string is true';
  if (eitherType && preservesUnknownFields(node)) {
    errors.push(invalid(`${path}.x-kubernetes-preserve-unknown-fields`, true, excluded));
  }
  if (eitherType && embedded) errors.push(invalid(`${path}.x-kubernetes-embedded-resource`, true, excluded));
  errors.push(...junctorErrors(node, path), ...typeErrors(node, level, path));
  if (level === 'root' || embedded) errors.push(...metaErrors(node, level, path));
  if (embedded && !preservesUnknownFields(node) && Object.keys(node.properties ?? {}).length === 0) {
    const rule =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(`${path}.properties`, rule));
  }
  return errors;
}

function typeErrors(node: JSONSchemaProps, level: Level, path: string): FieldError[] {
  const at = `${path}.type`;
  const type = node.type ?? '';
  if (node['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const rule = 'must be object if x-kubernetes-embedded-resource is true';
    return [type === '' ? required(at, rule) : invalid(at, type, rule)];
  }
  const isOpen = node['x-kubernetes-int-or-string'] === true || preservesUnknownFields(node);
  if (type === '' && !isOpen) return [required(at, rulesOfPlace[level])];
  return level === 'root' && type !== '' && type !== 'object'
    ? [invalid(at, type, 'must be object at the root')]
    : [];
}

function metaErrors(node: JSONSchemaProps, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of ['kind', 'apiVersion'] as const) {
    const property = node.properties?.[key];
    if (property !== undefined && property.type !== 'string') {
      errors.push(invalid(`${path}.properties[${key}].type`, property.type ?? '', 'must be string'));
    }
  }
  const metadata = node.properties?.['metadata'];
  if (metadata === undefined) return errors;
  const at = `${path}.properties[metadata]`;
  if (metadata.type !== 'object') errors.push(invalid(`${at}.type`, metadata.type ?? '', 'must be object'));
  if (level !== 'root') return errors;
  const { type: _type, default: _default, description: _text, properties = {}, ...rest } = metadata;
  const names = Object.keys(properties).filter((key) => key !== 'name' && key !== 'generateName');
  if (names.length > 0 || Object.keys(rest).length > 0) {
    const rule =
      'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbidden(at, rule));
  }
  return errors;
}

/** allOf, anyOf, oneOf and not may restrict values, but say nothing of types; int-or-string is the exception. */
function junctorErrors(
  node: JSONSchemaProps,
  path: string,
  skipFirst: { anyOf: boolean; allOf: boolean } = exceptions(node),
): FieldError[] {
  const anyOf = skipFirst.anyOf ? [] : (node.anyOf ?? []);
  const errors = [
    ...anyOf.flatMap((branch, i) => branchErrors(branch, `${path}.anyOf[${i}]`, false)),
    ...(node.allOf ?? []).flatMap((branch, i) =>
      branchErrors(branch, `${path}.allOf[${i}]`, skipFirst.allOf && i === 0),
    ),
    ...(node.oneOf ?? []).flatMap((branch, i) => branchErrors(branch, `${path}.oneOf[${i}]`, false)),
    ...(node.not === undefined ? [] : branchErrors(node.not, `${path}.not`, false)),
  ];
  const reason = node.pattern === undefined ? undefined : patternProblem(node.pattern);
  if (reason !== undefined) {
    const rule = `must be a valid regular expression, but isn't: ${reason}`;
    errors.push(invalid(`${path}.pattern`, node.pattern, rule));
  }
  return errors;
}

function exceptions(node: JSONSchemaProps): { anyOf: boolean; allOf: boolean } {
  return { anyOf: deepEqual(node.anyOf, intOrString), allOf: deepEqual(node.allOf?.[0]?.anyOf, intOrString) };
}

function branchErrors(node: JSONSchemaProps, path: string, skipAnyOf: boolean): FieldError[] {
  const errors = junctorErrors(node, path, { anyOf: skipAnyOf, allOf: false });
  if (node.items !== undefined) errors.push(...branchErrors(node.items, `${path}.items`, false));
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    errors.push(...branchErrors(property, `${path}.properties[${key}]`, false));
  }
  const rules: readonly [keyof JSONSchemaProps, string][] = [
    ['type', 'must be empty to be structural'],
    ['additionalProperties', 'must be undefined to be structural'],
    ['default', 'must be undefined to be structural'],
    ['title', 'must be empty to be structural'],
    ['description', 'must be empty to be structural'],
    ['nullable', 'must be false to be structural'],
    ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
    ['x-kubernetes-embedded-resource', 'must be false to be structural'],
    ['x-kubernetes-int-or-string', 'must be false to be structural'],
    ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
    ['x-kubernetes-list-type', 'must be undefined to be structural'],
    ['x-kubernetes-map-type', 'must be undefined to be structural'],
    ['x-kubernetes-validations', 'must be empty to be structural'],
  ];
  for (const [key, rule] of rules) {
    const value = node[key];
    if (value !== undefined && value !== false && value !== '')
      errors.push(forbidden(`${path}.${key}`, rule));
  }
  if (node.properties?.['metadata'] !== undefined) {
    errors.push(forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context'));
  }
  return errors;
}

/**
 * Whatever a branch says of a field or an item must be declared outside of branches too. The API server asks this of
 * the branches at the root only.
 */
function completenessErrors(node: JSONSchemaProps, branchOwner: JSONSchemaProps, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const branches: readonly (readonly [JSONSchemaProps, string])[] = [
    ...(branchOwner.allOf ?? []).map((branch, i) => [branch, `${path}.allOf[${i}]`] as const),
    ...(branchOwner.anyOf ?? []).map((branch, i) => [branch, `${path}.anyOf[${i}]`] as const),
    ...(branchOwner.oneOf ?? []).map((branch, i) => [branch, `${path}.oneOf[${i}]`] as const),
    ...(branchOwner.not === undefined ? [] : [[branchOwner.not, `${path}.not`] as const]),
  ];
  for (const [branch, at] of branches) {
    errors.push(...undeclared(node, branch, at, path));
  }
  return errors;
}

function undeclared(node: JSONSchemaProps, branch: JSONSchemaProps, at: string, path: string): FieldError[] {
  const errors = completenessErrors(node, branch, at);
  for (const [key, part] of Object.entries(branch.properties ?? {})) {
    const declared = node.properties?.[key];
    const place = `${path}.properties[${key}]`;
    if (declared === undefined) {
      errors.push(required(place, `because it is defined in ${at}.properties[${key}]`));
    } else errors.push(...undeclared(declared, part, `${at}.properties[${key}]`, place));
  }
  if (branch.items === undefined) return errors;
  if (node.items === undefined)
    errors.push(required(`${path}.items`, `because it is defined in ${at}.items`));
  else errors.push(...undeclared(node.items, branch.items, `${at}.items`, `${path}.items`));
  return errors;
}

/**
 * A default must be known to its schema and valid under it as it is, before its own defaults are filled in. The API
 * server finds duplicates in lists of type set and map only when it validates objects.
 */
function defaultErrors(node: JSONSchemaProps, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (node.default !== undefined && node.default !== null) {
    const at = `${path}.default`;
    const embedded = node['x-kubernetes-embedded-resource'] === true;
    const { value } = prune(node.default, node, { embedded });
    if (!deepEqual(value, node.default))
      errors.push(invalid(at, node.default, 'must not have unknown fields'));
    const invalidities = validate(node.default, node, { path: at, listTypes: false });
    errors.push(...(invalidities.length > 0 ? invalidities : defaultRuleErrors(node, at)));
  }
  if (node.items !== undefined) errors.push(...defaultErrors(node.items, `${path}.items`));
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    errors.push(...defaultErrors(property, `${path}.properties[${key}]`));
  }
  return errors;
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];

interface Place {
  readonly inMeta: boolean;
  readonly isRoot: boolean;
  /** Why defaults may not stand here. */
  readonly noDefaults?: string;
}

function keywordErrors(node: JSONSchemaProps, path: string, place: Place): FieldError[] {
  const inner: Place = place.isRoot ? { ...place, isRoot: false } : place;
  const errors = ownKeywordErrors(node, path, place);
  if (typeof node.additionalProperties === 'object') {
    const noDefaults = 'inside additionalProperties applying to object metadata';
    const within = place.inMeta ? { ...inner, noDefaults } : inner;
    errors.push(...keywordErrors(node.additionalProperties, `${path}.additionalProperties`, within));
  }
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    const isMeta =
      (place.isRoot || node['x-kubernetes-embedded-resource'] === true) &&
      ['metadata', 'kind', 'apiVersion'].includes(key);
    const noDefaults = place.isRoot ? { noDefaults: `in top-level ${key}` } : {};
    const within = isMeta ? { ...inner, inMeta: true, ...noDefaults } : inner;
    errors.push(...keywordErrors(property, `${path}.properties[${key}]`, within));
  }
  for (const junctor of ['allOf', 'oneOf', 'anyOf'] as const) {
    for (const [i, branch] of node[junctor]?.entries() ?? []) {
      errors.push(...keywordErrors(branch, `${path}.${junctor}[${i}]`, inner));
    }
  }
  if (node.not !== undefined) errors.push(...keywordErrors(node.not, `${path}.not`, inner));
  if (node.items !== undefined && !Array.isArray(node.items)) {
    errors.push(...keywordErrors(node.items, `${path}.items`, inner));
  }
  return errors;
}

function ownKeywordErrors(node: JSONSchemaProps, path: string, place: Place): FieldError[] {
  const errors: FieldError[] = [];
  if (node.type !== undefined && node.type !== '' && !types.includes(node.type)) {
    errors.push(notSupported(`${path}.type`, node.type, types));
  }
  if (node.default !== undefined && place.noDefaults !== undefined) {
    errors.push(forbidden(`${path}.default`, `must not be set ${place.noDefaults}`));
  }
  for (const keyword of unsupported) {
    if (Object.hasOwn(node, keyword))
      errors.push(forbidden(`${path}.${keyword}`, `${keyword} is not supported`));
  }
  if (node.type === 'null') {
    errors.push(forbidden(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  }
  if (Array.isArray(node.items)) {
    errors.push(forbidden(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if (place.inMeta && node['x-kubernetes-embedded-resource'] === true) {
    errors.push(
      forbidden(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'),
    );
  }
  if (node.uniqueItems === true) {
    const rule = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(`${path}.uniqueItems`, rule));
  }
  const hasProperties = Object.keys(node.properties ?? {}).length > 0;
  if (hasProperties && node.additionalProperties !== undefined && node.additionalProperties !== true) {
    const rule = 'additionalProperties and properties are mutual exclusive';
    errors.push(forbidden(`${path}.additionalProperties`, rule));
  }
  if (node['x-kubernetes-preserve-unknown-fields'] === false) {
    const at = `${path}.x-kubernetes-preserve-unknown-fields`;
    errors.push(invalid(at, false, 'must be true or undefined'));
  }
  return [...errors, ...mapTypeErrors(node, path), ...listTypeErrors(node, path)];
}

function mapTypeErrors(node: JSONSchemaProps, path: string): FieldError[] {
  const mapType = node['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const isKnown = mapType === 'atomic' || mapType === 'granular';
  return [
    ...wrongType(node, path, 'object', 'must be object if x-kubernetes-map-type is specified'),
    ...(isKnown ? [] : [notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])]),
  ];
}

function wrongType(node: JSONSchemaProps, path: string, type: string, rule: string): FieldError[] {
  if (node.type === type) return [];
  const at = `${path}.type`;
  return [node.type === undefined || node.type === '' ? required(at, rule) : invalid(at, node.type, rule)];
}

function listTypeErrors(node: JSONSchemaProps, path: string): FieldError[] {
  const listType = node['x-kubernetes-list-type'];
  const keys = node['x-kubernetes-list-map-keys'] ?? [];
  const at = `${path}.x-kubernetes-list-type`;
  const errors: FieldError[] = [];
  if (keys.length > 0 && listType !== 'map') {
    const rule = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(listType === undefined ? required(at, rule) : invalid(at, listType, rule));
  }
  if (listType === undefined) return errors;
  errors.push(...wrongType(node, path, 'array', 'must be array if x-kubernetes-list-type is specified'));
  if (!['atomic', 'set', 'map'].includes(listType))
    errors.push(notSupported(at, listType, ['atomic', 'set', 'map']));
  const { items } = node;
  if (listType === 'set' && items !== undefined) errors.push(...setItemErrors(items, path));
  if (listType === 'map') errors.push(...mapItemErrors(items, keys, path));
  if ((listType === 'set' || listType === 'map') && items?.nullable === true) {
    const rule = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(forbidden(`${path}.items.nullable`, rule));
  }
  return errors;
}

function setItemErrors(items: JSONSchemaProps, path: string): FieldError[] {
  const rule = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items['x-kubernetes-list-type'];
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic') {
    return [invalid(`${path}.items.x-kubernetes-list-type`, listType, rule)];
  }
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    return [invalid(`${path}.items.x-kubernetes-map-type`, listType ?? null, rule)];
  }
  return [];
}

function mapItemErrors(
  items: JSONSchemaProps | undefined,
  keys: readonly string[],
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const at = `${path}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) errors.push(required(at, 'must not be empty if x-kubernetes-list-type is map'));
  if (items === undefined) {
    return [...errors, required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map')];
  }
  if (items.type !== 'object') {
    const rule = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, invalid(`${path}.items.type`, items.type ?? '', rule)];
  }
  for (const [i, key] of keys.entries()) {
    const property = items.properties?.[key];
    const place = `${path}.items.properties[${key}]`;
    if (property === undefined)
      errors.push(invalid(at, keys, 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const rule = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalid(`${place}.type`, items.type, rule));
    }
    if (keys.indexOf(key) !== i) errors.push(invalid(at, keys, 'must not contain duplicate entries'));
    if (property === undefined) continue;
    if (items.required?.includes(key) !== true && property.default === undefined) {
      const rule =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      errors.push(required(`${place}.default`, rule));
    }
    if (property.nullable === true) {
      const rule = 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable';
      errors.push(forbidden(`${place}.nullable`, rule));
    }
  }
  return errors;
}

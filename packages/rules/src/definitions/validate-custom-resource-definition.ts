import type {
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
} from './custom-resource-definition.ts';
import type { Unvalidated } from './unvalidated.ts';
import { type Minor, newestMinor } from '../builtin/minors.ts';
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-errors.ts';
import { deepEqual } from '../json.ts';
import { dns1035LabelProblem, dns1123SubdomainProblem } from '../names/dns-names.ts';
import type { JSONSchemaProps } from '../schema/json-schema-props.ts';
import { validateStructuralSchema } from '../schema/structural-schema.ts';
import { ruleErrors } from '../schema/cel-rules.ts';

type Definition = Unvalidated<CustomResourceDefinition>;
type Version = Unvalidated<CustomResourceDefinitionVersion>;

const approval = 'api-approved.kubernetes.io';
const approvalStory = 'see https://github.com/kubernetes/enhancements/pull/1111';

/**
 * The errors with which kube-apiserver rejects a defaulted CustomResourceDefinition; with `old`, also the errors of an
 * update. Like the API server, reports errors in parts that are equal in all versions under `spec.validation`,
 * `spec.subresources` and `spec.additionalPrinterColumns`. Compiles CEL rules and estimates their cost. Older minor
 * versions have fewer CEL functions.
 */
export function validateCustomResourceDefinition(
  crd: Definition,
  old?: Definition,
  minor: Minor = newestMinor,
): FieldError[] {
  const { spec = {} } = crd;
  return [
    ...nameErrors(crd),
    ...groupErrors(spec.group ?? ''),
    ...scopeErrors(spec.scope ?? ''),
    ...versionErrors(spec.versions ?? []),
    ...namesErrors(spec.names ?? {}),
    ...sharedErrors(spec.versions ?? [], minor),
    ...conversionErrors(spec.conversion),
    ...storedVersionErrors(crd),
    ...approvalErrors(crd),
    ...(spec.preserveUnknownFields === true ? [preserveUnknownFieldsError()] : []),
    ...(old === undefined ? [] : immutabilityErrors(crd, old)),
  ];
}

function nameErrors({ metadata = {}, spec = {} }: Definition): FieldError[] {
  const name = metadata.name ?? '';
  if (name === '') return [required('metadata.name', 'name or generateName is required')];
  const problem = dns1123SubdomainProblem(name);
  const expected = `${spec.names?.plural ?? ''}.${spec.group ?? ''}`;
  return [
    ...(problem === undefined ? [] : [invalid('metadata.name', name, problem)]),
    ...(name === expected
      ? []
      : [invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]),
  ];
}

function groupErrors(group: string): FieldError[] {
  if (group === '') return [required('spec.group')];
  const problem = dns1123SubdomainProblem(group);
  if (problem !== undefined) return [invalid('spec.group', group, problem)];
  return group.includes('.')
    ? []
    : [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

function scopeErrors(scope: string): FieldError[] {
  if (scope === '') return [required('spec.scope')];
  const scopes = ['Cluster', 'Namespaced'];
  return scopes.includes(scope) ? [] : [notSupported('spec.scope', scope, scopes)];
}

function versionErrors(versions: readonly Version[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const [i, version] of versions.entries()) {
    const path = `spec.versions[${i}]`;
    if (version.schema?.openAPIV3Schema === undefined)
      errors.push(required(`${path}.schema.openAPIV3Schema`));
    const problem = dns1035LabelProblem(version.name ?? '');
    if (problem !== undefined) errors.push(invalid(`${path}.name`, version.name ?? '', problem));
    errors.push(...deprecationErrors(version, path));
  }
  const names = versions.map(({ name = '' }) => name);
  if (new Set(names).size < names.length) {
    errors.push(invalid('spec.versions', versions, 'must contain unique version names'));
  }
  if (versions.filter((version) => version.storage === true).length !== 1) {
    errors.push(
      invalid('spec.versions', versions, 'must have exactly one version marked as storage version'),
    );
  }
  const [first] = names;
  const problem = first === undefined ? undefined : dns1035LabelProblem(first);
  if (problem !== undefined) errors.push(invalid('spec.version', first, problem));
  return errors;
}

function deprecationErrors({ deprecated, deprecationWarning }: Version, path: string): FieldError[] {
  if (deprecationWarning === undefined) return [];
  const refuse = (detail: string): FieldError[] => [
    invalid(`${path}.deprecationWarning`, deprecationWarning, detail),
  ];
  if (deprecated !== true) return refuse('can only be set for deprecated versions');
  if (deprecationWarning === '') return refuse('must not be an empty string');
  return deprecationWarning.length > 256 ? refuse('must be <= 256 characters long') : [];
}

function namesErrors(names: Unvalidated<CustomResourceDefinitionNames>): FieldError[] {
  const errors: FieldError[] = [];
  const path = 'spec.names';
  for (const key of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if ((names[key] ?? '') === '') errors.push(required(`${path}.${key}`));
  }
  const label = (value: string | undefined, at: string): void => {
    const problem = value === undefined || value === '' ? undefined : dns1035LabelProblem(value);
    if (problem !== undefined) errors.push(invalid(at, value, problem));
  };
  label(names.plural, `${path}.plural`);
  label(names.singular, `${path}.singular`);
  for (const key of ['kind', 'listKind'] as const) {
    const value = names[key] ?? '';
    const problem = value === '' ? undefined : dns1035LabelProblem(value.toLowerCase());
    if (problem === undefined) continue;
    errors.push(
      invalid(`${path}.${key}`, value, `may have mixed case, but should otherwise match: ${problem}`),
    );
  }
  for (const [i, name] of (names.shortNames ?? []).entries()) label(name, `${path}.shortNames[${i}]`);
  if (names.kind !== undefined && names.kind !== '' && names.kind === names.listKind) {
    errors.push(invalid(`${path}.listKind`, names.listKind, 'kind and listKind may not be the same'));
  }
  for (const [i, name] of (names.categories ?? []).entries()) label(name, `${path}.categories[${i}]`);
  return errors;
}

/** Checks the parts of each version. A part that is equal in all versions is checked once, with a path under `spec`. */
function sharedErrors(versions: readonly Version[], minor: Minor): FieldError[] {
  const [first] = versions;
  if (first === undefined) return [];
  const isShared = (part: (version: Version) => unknown): boolean =>
    versions.every((version) => part(version) !== undefined && deepEqual(part(version), part(first)));
  const each = (
    part: (version: Version) => unknown,
    shared: string,
    own: string,
    check: (version: Version, path: string) => FieldError[],
  ): FieldError[] =>
    isShared(part)
      ? check(first, shared)
      : versions.flatMap((version, i) => check(version, `spec.versions[${i}].${own}`));
  return [
    ...each(
      (v) => v.schema,
      'spec.validation',
      'schema',
      (version, path) => schemaErrors(version, path, minor),
    ),
    ...each((v) => v.subresources, 'spec.subresources', 'subresources', scaleErrors),
    ...each(
      (v) => v.additionalPrinterColumns,
      'spec.additionalPrinterColumns',
      'additionalPrinterColumns',
      ({ additionalPrinterColumns = [] }, path) =>
        additionalPrinterColumns.flatMap((column, i) => columnErrors(column, `${path}[${i}]`)),
    ),
    ...selectableFieldErrors(versions, isShared),
  ];
}

/**
 * The API server moves parts that are equal in all versions to `spec`. If only one of schema and selectableFields is
 * equal, the two are separated, and the API server rejects the definition.
 */
function selectableFieldErrors(
  versions: readonly Version[],
  isShared: (part: (version: Version) => unknown) => boolean,
): FieldError[] {
  const schemaIsShared = isShared(({ schema }) => schema);
  if (isShared(({ selectableFields }) => selectableFields))
    return schemaIsShared
      ? []
      : [invalid('spec.selectableFields', '', 'may only be set when validations.schema is included')];
  const rule = 'may only be set when `version.schema.openAPIV3Schema` is not included';
  return versions.flatMap(({ selectableFields = [] }, i) =>
    schemaIsShared && selectableFields.length > 0
      ? [invalid(`spec.versions[${i}].selectableFields`, '', rule)]
      : [],
  );
}

const allowedBesideStatus = [
  'description',
  'type',
  'format',
  'title',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'required',
  'items',
  'properties',
  'externalDocs',
  'example',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
  'nullable',
];

function schemaErrors(version: Version, path: string, minor: Minor): FieldError[] {
  const schema = version.schema?.openAPIV3Schema;
  if (schema === undefined) return [];
  const at = `${path}.openAPIV3Schema`;
  const errors: FieldError[] = [];
  if (version.subresources?.status !== undefined) errors.push(...rootErrors(schema, at));
  if (schema.nullable === true)
    errors.push(forbidden(`${at}.nullable`, 'nullable cannot be true at the root'));
  errors.push(...validateStructuralSchema(schema, at));
  return [...errors, ...ruleErrors(schema, at, { isStructural: errors.length === 0, minor })];
}

/** With the status subresource, spec and status are validated separately, so the root allows only some keywords. */
function rootErrors(schema: JSONSchemaProps, at: string): FieldError[] {
  if (schema.type !== undefined && schema.type !== 'object') {
    const rule =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(`${at}.type`, schema.type, rule)];
  }
  if (Object.keys(schema).every((key) => allowedBesideStatus.includes(key))) return [];
  const fields =
    'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';
  const rule = `only [${fields}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(at, schema, rule)];
}

function scaleErrors({ subresources }: Version, path: string): FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const check = (
    value: string | undefined,
    key: string,
    starts: readonly string[],
    where: string,
  ): FieldError[] => {
    const at = `${path}.scale.${key}`;
    if (value === undefined || value === '') return [required(at)];
    if (!value.startsWith('.')) return [invalid(at, value, 'must be a simple json path starting with .')];
    return starts.some((start) => value.startsWith(start))
      ? []
      : [invalid(at, value, `should be a json path under ${where}`)];
  };
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  const either = 'either .spec or .status';
  return [
    ...check(specReplicasPath, 'specReplicasPath', ['.spec.'], '.spec'),
    ...check(statusReplicasPath, 'statusReplicasPath', ['.status.'], '.status'),
    ...(labelSelectorPath === ''
      ? []
      : check(labelSelectorPath, 'labelSelectorPath', ['.spec.', '.status.'], either)),
  ];
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function columnErrors(
  { name, type, format, jsonPath }: Unvalidated<CustomResourceColumnDefinition>,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (name === undefined || name === '') errors.push(required(`${path}.name`));
  const oneOfTypes = `must be one of ${columnTypes.join(',')}`;
  if (type === undefined || type === '') errors.push(required(`${path}.type`, oneOfTypes));
  else if (!columnTypes.includes(type)) errors.push(invalid(`${path}.type`, type, oneOfTypes));
  if (format !== undefined && format !== '' && !columnFormats.includes(format)) {
    errors.push(invalid(`${path}.format`, format, `must be one of ${columnFormats.join(',')}`));
  }
  if (jsonPath === undefined || jsonPath === '') errors.push(required(`${path}.JSONPath`));
  else if (!jsonPath.startsWith('.')) {
    errors.push(invalid(`${path}.JSONPath`, jsonPath, 'must be a simple json path starting with .'));
  }
  return errors;
}

function conversionErrors(conversion: Unvalidated<CustomResourceConversion> | undefined): FieldError[] {
  if (conversion === undefined) return [];
  const { strategy = '', webhook } = conversion;
  const path = 'spec.conversion';
  if (strategy === '') return [required(`${path}.strategy`)];
  if (strategy !== 'None' && strategy !== 'Webhook') {
    return [notSupported(`${path}.strategy`, strategy, ['None', 'Webhook'])];
  }
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy === 'None') {
    const rule = 'should not be set when strategy is not set to Webhook';
    return [
      ...(webhook?.clientConfig === undefined ? [] : [forbidden(`${path}.webhookClientConfig`, rule)]),
      ...(versions.length === 0 ? [] : [forbidden(`${path}.conversionReviewVersions`, rule)]),
    ];
  }
  const at = `${path}.conversionReviewVersions`;
  const errors: FieldError[] = [];
  if (webhook?.clientConfig === undefined) {
    errors.push(required(`${path}.webhookClientConfig`, 'required when strategy is set to Webhook'));
  } else if (Object.hasOwn(webhook.clientConfig, 'url') === Object.hasOwn(webhook.clientConfig, 'service')) {
    errors.push(required(`${path}.webhookClientConfig`, 'exactly one of url or service is required'));
  }
  if (versions.length === 0) errors.push(required(at));
  else if (!versions.includes('v1') && !versions.includes('v1beta1')) {
    errors.push(invalid(at, versions, 'must include at least one of v1, v1beta1'));
  }
  return errors;
}

function storedVersionErrors({ spec = {}, status }: Definition): FieldError[] {
  const stored = status?.storedVersions ?? [];
  const path = 'status.storedVersions';
  if (stored.length === 0) return [invalid(path, stored, 'must have at least one stored version')];
  const versions = spec.versions ?? [];
  const storage = versions.filter(({ name = '', storage }) => storage === true && !stored.includes(name));
  const removed = stored.flatMap((name, i) =>
    versions.some((version) => version.name === name) ? [] : [{ name, i }],
  );
  return [
    ...storage.map(({ name }) => invalid(path, stored, `must have the storage version ${name}`)),
    ...removed.map(({ name, i }) => {
      const rule = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
      return invalid(`${path}[${i}]`, name, rule);
    }),
  ];
}

function approvalErrors({ metadata = {}, spec = {} }: Definition): FieldError[] {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(spec.group ?? '')) return [];
  const path = `metadata.annotations[${approval}]`;
  const value = metadata.annotations?.[approval] ?? '';
  const rule = `protected groups must have approval annotation "${approval}"`;
  if (value === '') return [required(path, `${rule}, ${approvalStory}`)];
  if (value.startsWith('unapproved') || /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(value)) return [];
  return [
    invalid(
      path,
      value,
      `${rule} with either a URL or a reason starting with "unapproved", ${approvalStory}`,
    ),
  ];
}

function preserveUnknownFieldsError(): FieldError {
  const rule =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return invalid('spec.preserveUnknownFields', true, rule);
}

function immutabilityErrors({ spec = {} }: Definition, { spec: old = {} }: Definition): FieldError[] {
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ['spec.scope', spec.scope, old.scope],
    ['spec.names.kind', spec.names?.kind, old.names?.kind],
    ['spec.group', spec.group, old.group],
    ['spec.names.plural', spec.names?.plural, old.names?.plural],
  ];
  return fields.flatMap(([path, now, before]) =>
    now === before ? [] : [invalid(path, now, 'field is immutable')],
  );
}

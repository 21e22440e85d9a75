import { evaluateRules, RuleValidator } from '@opgen/rules/cel';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type FieldError, fieldErrorText } from '@opgen/rules/field-errors';
import { validateMetadataMaps, validateName } from '@opgen/rules/metadata';
import { applyDefaults, type JSONSchemaProps, prune, validate } from '@opgen/rules/schema';
import type { WebhookConfiguration } from '@opgen/rules/webhooks';
import { type Diagnostic, didYouMean } from '../diagnostics.ts';
import { invalidSample } from './diagnostics.ts';
import type { ManifestObject, PlacedDocument } from './placed-documents.ts';

export interface CheckSamplesOptions {
  definitions: readonly CustomResourceDefinition[];
  webhooks: readonly WebhookConfiguration[];
}

/** Reports what the API server would reject in the samples of the project's kinds, in its words. */
export function checkSamples(
  samples: readonly PlacedDocument[],
  { definitions, webhooks }: CheckSamplesOptions,
): Diagnostic[] {
  return samples.flatMap((sample) => {
    const { errors, object } = sample;
    if (object === undefined) return errors.map(syntaxError);
    const definition = definitions.find(({ spec }) => isOfKind(object, spec));
    return definition === undefined ? [] : problemsOf(sample, object, definition, webhooks);
  });
}

function syntaxError({ message, place }: PlacedDocument['errors'][number]): Diagnostic {
  return invalidSample({ message: `invalid YAML: ${message}`, hint: 'correct the syntax', place });
}

function isOfKind(
  { apiVersion, kind }: ManifestObject,
  { group, names }: CustomResourceDefinition['spec'],
): boolean {
  return apiVersion.split('/')[0] === group && kind === names.kind;
}

function problemsOf(
  { placeOf }: PlacedDocument,
  object: ManifestObject,
  { spec: { group, names, versions } }: CustomResourceDefinition,
  webhooks: readonly WebhookConfiguration[],
): Diagnostic[] {
  const { apiVersion, kind, metadata } = object;
  const whose = typeof metadata['name'] === 'string' ? `sample ${metadata['name']}` : 'this sample';
  const problem = (reason: string, hint: string, place: Diagnostic['place']): Diagnostic =>
    invalidSample({ message: `the API server rejects ${whose}: ${reason}`, hint, place });

  const version = versions.find((each) => `${group}/${each.name}` === apiVersion);
  if (version?.served !== true) {
    const served = versions.filter((each) => each.served).map((each) => `${group}/${each.name}`);
    return [
      problem(`${kind} has no version ${apiVersion}`, `use ${served.join(' or ')}`, placeOf('apiVersion')),
    ];
  }
  const schema = version.schema?.openAPIV3Schema ?? {};
  const { unknown, value } = prune(object, schema);
  const isDefaulted = webhooks.some((each) => completes(each, group, names.plural));
  return [
    ...unknown.map((path) => {
      const name = path.slice(path.lastIndexOf('.') + 1);
      const hint = didYouMean(name, siblings(schema, path)) ?? 'remove the field, or add it to the type';
      return problem(`unknown field ${JSON.stringify(path)}`, hint, placeOf(path, { key: true }));
    }),
    ...errorsOf(applyDefaults(value, schema), schema, { group, plural: names.plural })
      // A defaulter may correct the others before the server validates.
      .filter(({ type }) => !isDefaulted || type === 'TypeInvalid')
      .map((error) =>
        problem(
          fieldErrorText(error),
          'change the sample, or the type and its markers',
          placeOf(error.field),
        ),
      ),
  ];
}

function errorsOf(
  object: ManifestObject,
  schema: JSONSchemaProps,
  resource: { group: string; plural: string },
): readonly FieldError[] {
  const errors = [
    ...('generateName' in object.metadata ? [] : validateName(resource, object.metadata)),
    ...validateMetadataMaps(object.metadata, false),
    ...validate(object, schema),
  ];
  if (errors.length > 0) return errors;
  return evaluateRules(new RuleValidator(schema), object, undefined, errors).errors;
}

/** Whether a mutating webhook may change objects of the kind before the server validates them. */
function completes({ kind, webhooks = [] }: WebhookConfiguration, group: string, plural: string): boolean {
  return (
    kind === 'MutatingWebhookConfiguration' &&
    webhooks
      .flatMap(({ rules = [] }) => rules)
      .some(({ apiGroups, resources }) => has(apiGroups, group) && has(resources, plural))
  );
}

function has(values: readonly string[] | undefined, value: string): boolean {
  return values?.some((each) => each === value || each === '*') === true;
}

/** The fields that the schema has beside the last one of a path. */
function siblings(schema: JSONSchemaProps, path: string): string[] {
  let current: JSONSchemaProps | undefined = schema;
  for (const [step] of path.slice(0, Math.max(path.lastIndexOf('.'), 0)).matchAll(/[^.[\]]+/g)) {
    const values: JSONSchemaProps['additionalProperties'] = current?.additionalProperties;
    current =
      current?.properties?.[step] ?? current?.items ?? (typeof values === 'object' ? values : undefined);
  }
  return Object.keys(current?.properties ?? {});
}

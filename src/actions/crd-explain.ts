import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { didYouMean, UserError } from '../diagnostics.ts';
import { findProjectRoot } from '../project/find-project.ts';
import { findField } from '../schema/find-field.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { currentDefinitions } from './crd/current-definitions.ts';
import { describeFields, describeText, describeValues, typeName } from './crd/describe-schema.ts';
import { unknownKindOrField } from './diagnostics.ts';

export interface CrdExplainOptions {
  apiVersion?: string | undefined;
  recursive?: boolean | undefined;
}

/** Describes a kind or field, such as `memcached.spec.size`, from the current sources. */
export async function crdExplain(
  context: ActionContext,
  written: string,
  options: CrdExplainOptions,
): Promise<ActionResult> {
  const { definitions } = await currentDefinitions(findProjectRoot(context.cwd), context.progress);
  const [name = '', ...path] = written.split('.').filter((part) => part !== '');
  const definition = findDefinition(definitions, name);
  const version = findVersion(definition, options.apiVersion);
  const whole = version.schema?.openAPIV3Schema ?? { type: 'object' };
  const found = findField(whole, path);
  if ('missing' in found) throw unknownField(definition, found);
  const { group, names } = definition.spec;
  const identity = { group, kind: names.kind, version: version.name };
  const text = render(identity, path, found.schema, {
    isRequired: found.isRequired,
    recursive: options.recursive === true,
    width: Math.min(context.width, 100),
  });
  return {
    data: { ...identity, path: path.join('.'), required: found.isRequired, schema: found.schema },
    text,
  };
}

/** By kind, plural, singular or short name, in any case, as kubectl finds it. */
function findDefinition(
  definitions: readonly CustomResourceDefinition[],
  name: string,
): CustomResourceDefinition {
  const found = definitions.find(({ spec }) => namesOf(spec.names).includes(name.toLowerCase()));
  if (found !== undefined) return found;
  const kinds = definitions.map(({ spec }) => spec.names.kind);
  const all = kinds.length === 0 ? 'the project declares no kind' : `the kinds are ${kinds.join(', ')}`;
  throw unknown(`unknown kind ${name}`, didYouMean(name, kinds) ?? all);
}

function namesOf({
  kind,
  plural,
  shortNames = [],
  singular = kind.toLowerCase(),
}: CustomResourceDefinition['spec']['names']): string[] {
  return [kind.toLowerCase(), plural, singular, ...shortNames];
}

/** The storage version by default. */
function findVersion(
  { spec }: CustomResourceDefinition,
  wanted: string | undefined,
): CustomResourceDefinitionVersion {
  const name = wanted?.split('/').at(-1);
  const found = spec.versions.find((version) =>
    name === undefined ? version.storage : version.name === name,
  );
  if (found !== undefined) return found;
  const versions = spec.versions.map((version) => version.name);
  const hint = didYouMean(name ?? '', versions) ?? `the versions are ${versions.join(', ')}`;
  throw unknown(`${spec.names.kind} has no version ${name}`, hint);
}

function unknownField(
  { spec }: CustomResourceDefinition,
  { below, missing, names }: { below: readonly string[]; missing: string; names: readonly string[] },
): UserError {
  const holder = [spec.names.kind, ...below].join('.');
  if (below[0] === 'metadata')
    return unknown(`${holder} is the same for every kind`, 'run kubectl explain pod.metadata');
  const all = names.length === 0 ? 'it has no fields' : `its fields are ${names.join(', ')}`;
  return unknown(`${holder} has no field ${missing}`, didYouMean(missing, names) ?? all);
}

function unknown(message: string, hint: string): UserError {
  return new UserError(unknownKindOrField({ message, hint }));
}

function render(
  { group, kind, version }: { group: string; kind: string; version: string },
  path: readonly string[],
  schema: JSONSchemaProps,
  { isRequired, ...layout }: { isRequired: boolean; recursive: boolean; width: number },
): string {
  const head = [`GROUP:      ${group}`, `KIND:       ${kind}`, `VERSION:    ${version}`];
  const field = path.at(-1);
  const ofField =
    field === undefined
      ? []
      : [
          `FIELD: ${field} <${typeName(schema)}>${isRequired ? ' -required-' : ''}`,
          ...describeValues(schema),
          '',
        ];
  const description = ['DESCRIPTION:', ...describeText(schema.description, layout.width, 2)];
  const fields = describeFields(schema, layout);
  return [...head, '', ...ofField, ...description, ...(fields.length > 0 ? ['', ...fields] : [])]
    .join('\n')
    .trimEnd();
}

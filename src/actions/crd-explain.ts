import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { didYouMean, UserError } from '../diagnostics.ts';
import { readDefinitions } from '../import/read-definitions.ts';
import { schemaOfMetadata } from '../kubernetes/built-in-types.ts';
import { compact } from '../kubernetes/compact.ts';
import { type Facts, loadFacts } from '../kubernetes/facts.ts';
import { externalCrdFolder } from '../manifests/manifest-parts.ts';
import { findField } from '../schema/find-field.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { currentDefinitions } from './crd/current-definitions.ts';
import {
  describeFields,
  describeText,
  descriptionOf,
  describeValues,
  typeName,
} from './crd/describe-schema.ts';
import { unknownKindOrField } from './diagnostics.ts';
import { projectRoot } from './steps/project-root.ts';

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
  const root = projectRoot(context);
  const { definitions } = await currentDefinitions(root, context.progress);
  const [name = '', ...path] = written.split('.').filter((part) => part !== '');
  const definition = findDefinition([...definitions, ...externalDefinitions(root)], name, options.apiVersion);
  const version = findVersion(definition, options.apiVersion);
  const whole = withMetadata(version.schema?.openAPIV3Schema ?? { type: 'object' }, await loadFacts());
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

/** The CRDs of other operators for which the project has types. */
function externalDefinitions(root: string): CustomResourceDefinition[] {
  const folder = join(root, externalCrdFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .toSorted()
    .flatMap((file) =>
      readDefinitions(readFileSync(join(folder, file), 'utf8'), `${externalCrdFolder}/${file}`),
    );
}

/** A CRD says nothing about metadata, which has the same fields in every kind. */
function withMetadata({ properties = {}, ...schema }: JSONSchemaProps, facts: Facts): JSONSchemaProps {
  const metadata = {
    ...schemaOfMetadata(facts),
    ...compact({ description: properties['metadata']?.description }),
  };
  return { ...schema, properties: { ...properties, metadata } };
}

/** By kind, plural, singular or short name, in any case, as kubectl finds it. The API version selects the group. */
function findDefinition(
  definitions: readonly CustomResourceDefinition[],
  name: string,
  apiVersion: string | undefined,
): CustomResourceDefinition {
  const named = definitions.filter(({ spec }) => namesOf(spec.names).includes(name.toLowerCase()));
  const kinds = definitions.map(({ spec }) => spec.names.kind);
  const all = kinds.length === 0 ? 'the project declares no kind' : `the kinds are ${kinds.join(', ')}`;
  if (named.length === 0) throw unknown(`unknown kind ${name}`, didYouMean(name, kinds) ?? all);
  const group = apiVersion?.includes('/') === true ? apiVersion.slice(0, apiVersion.indexOf('/')) : undefined;
  const groups = named.map(({ spec }) => spec.group);
  const matching = named.filter(({ spec }) => group === undefined || spec.group === group);
  const [found, other] = matching;
  if (found === undefined)
    throw unknown(`no kind ${name} in the group ${group}`, `${name} is a kind of ${groups.join(' and ')}`);
  if (other === undefined) return found;
  const choices = matching.map(({ spec }) => `--api-version ${spec.group}/${storageVersionOf(spec)}`);
  throw unknown(`${name} is a kind of ${groups.join(' and ')}`, `add ${choices.join(' or ')}`);
}

function storageVersionOf({ versions }: CustomResourceDefinition['spec']): string {
  return versions.find(({ storage }) => storage)?.name ?? '';
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
  const description = ['DESCRIPTION:', ...describeText(descriptionOf(schema), layout.width, 2)];
  const fields = describeFields(schema, layout);
  return [...head, '', ...ofField, ...description, ...(fields.length > 0 ? ['', ...fields] : [])]
    .join('\n')
    .trimEnd();
}

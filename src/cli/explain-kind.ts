import { didYouMean, UserError } from '../diagnostics.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../kubernetes/custom-resource-definition.ts';
import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';
import { findProjectRoot } from '../project/find-project.ts';
import { findField } from '../schema/find-field.ts';
import { definitionsNow } from './definitions-now.ts';
import { describeFields, describeText, describeValues, typeName } from './describe-schema.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import { type Session, widthOf } from './session.ts';

export interface ExplainFlags {
  apiVersion?: string;
  recursive?: boolean;
}

interface ExplainRun {
  session: Session;
  progress: Progress;
  flags: ExplainFlags;
}

/** `memcached.spec.size`: the schema of a kind or a field, from the sources as they are now. */
export async function explainKind(
  { flags, progress, session }: ExplainRun,
  written: string,
): Promise<Outcome> {
  const { definitions } = await definitionsNow(findProjectRoot(session.cwd), progress);
  const [name = '', ...path] = written.split('.').filter((part) => part !== '');
  const definition = findDefinition(definitions, name);
  const version = findVersion(definition, flags.apiVersion);
  const whole = version.schema?.openAPIV3Schema ?? { type: 'object' };
  const found = findField(whole, path);
  if ('missing' in found) throw unknownField(definition, found);
  const { group, names } = definition.spec;
  const identity = { group, kind: names.kind, version: version.name };
  const text = inWords(identity, path, found.schema, {
    isRequired: found.isRequired,
    recursive: flags.recursive === true,
    width: Math.min(widthOf(session.stdout), 100),
  });
  return {
    data: { ...identity, path: path.join('.'), required: found.isRequired, schema: found.schema },
    text,
  };
}

/** As kubectl takes it: the kind, the plural, the singular or a short name, in any case. */
function findDefinition(
  definitions: readonly CustomResourceDefinition[],
  name: string,
): CustomResourceDefinition {
  const found = definitions.find(({ spec }) => namesOf(spec.names).includes(name.toLowerCase()));
  if (found !== undefined) return found;
  const kinds = definitions.map(({ spec }) => spec.names.kind);
  const all = kinds.length === 0 ? 'the sources declare none' : `there are ${kinds.join(', ')}`;
  throw unknown(
    `there is no kind ${name} here`,
    didYouMean(name, kinds) ?? `${all}; a code is written OPG1203`,
  );
}

function namesOf({
  kind,
  plural,
  shortNames = [],
  singular,
}: CustomResourceDefinition['spec']['names']): string[] {
  return [kind.toLowerCase(), plural, singular, ...shortNames];
}

/** The stored version, when none is asked for. */
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
  const hint = didYouMean(name ?? '', versions) ?? `there are ${versions.join(', ')}`;
  throw unknown(`${spec.names.kind} has no version ${name}`, hint);
}

function unknownField(
  { spec }: CustomResourceDefinition,
  { below, missing, names }: { below: readonly string[]; missing: string; names: readonly string[] },
): UserError {
  const holder = [spec.names.kind, ...below].join('.');
  if (below[0] === 'metadata')
    return unknown(`${holder} is that of every object`, 'kubectl explain pod.metadata tells of it');
  const all = names.length === 0 ? 'it has no fields' : `it has ${names.join(', ')}`;
  return unknown(`${holder} has no field ${missing}`, didYouMean(missing, names) ?? all);
}

function unknown(message: string, hint: string): UserError {
  return new UserError({ code: 'OPG4009', severity: 'error', message, hint });
}

function inWords(
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

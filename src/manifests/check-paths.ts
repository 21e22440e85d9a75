import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Diagnostic, didYouMean } from '../diagnostics.ts';
import type { KindDraft } from '../markers/kind-draft.ts';
import type { Marker } from '../markers/marker.ts';
import type { KindModel } from '../model/api-model.ts';
import { invalidPrintColumn, invalidScalePath, invalidSelectableField, unknownPath } from './diagnostics.ts';
import { placeInKind } from './place-in-kind.ts';

/** Checks the field paths of one version: printer columns, scale subresource and selectable fields. */
export function checkPaths(model: KindModel, { version }: KindDraft): Diagnostic[] {
  const root = version.schema?.openAPIV3Schema ?? {};
  return model.markers
    .flatMap((marker) => checks[marker.definition.name]?.(marker, model, root) ?? [])
    .concat(checkNumber(model, version.selectableFields ?? []));
}

type Check = (marker: Marker, model: KindModel, root: JSONSchemaProps) => Diagnostic[];

const checks: Readonly<Record<string, Check>> = {
  printcolumn: checkColumn,
  'subresource:scale': checkScale,
  selectablefield: checkSelectableField,
};

function checkColumn(marker: Marker, model: KindModel, root: JSONSchemaProps): Diagnostic[] {
  const { jsonPath, name } = marker.value as { jsonPath: string; name: string };
  const cause = { marker, argument: 'jsonPath' };
  if (!jsonPath.startsWith('.')) {
    const message = `the jsonPath '${jsonPath}' of the column ${name} must begin with a dot`;
    return [invalidPrintColumn({ message, hint: `write .${jsonPath}`, place: placeInKind(model, cause) })];
  }
  if (name === '')
    return [
      invalidPrintColumn({
        message: 'the column has no name',
        hint: 'add a name: name=Size',
        place: placeInKind(model, { marker }),
      }),
    ];
  return checkFieldExists(jsonPath, `the column ${name}`, cause, model, root);
}

function checkScale(marker: Marker, model: KindModel, root: JSONSchemaProps): Diagnostic[] {
  const values = marker.value as Readonly<Record<string, string | undefined>>;
  const starts = { specpath: ['.spec.'], statuspath: ['.status.'], selectorpath: ['.spec.', '.status.'] };
  return Object.entries(starts).flatMap(([argument, allowed]) => {
    const path = values[argument];
    if (path === undefined) return [];
    const cause = { marker, argument };
    const isSimple = allowed.some((start) => path.startsWith(start)) && !/[[\]]/.test(path);
    if (isSimple) {
      const type = argument === 'selectorpath' ? 'string' : 'integer';
      return [
        ...checkFieldExists(path, 'the scale subresource', cause, model, root),
        ...wrongTypeAt(path, type, cause, model, root),
      ];
    }
    const message = `the path '${path}' is not the path of a field under ${allowed.join(' or ')}`;
    return [
      invalidScalePath({
        message,
        hint: 'use only field names: the path cannot index into a list',
        place: placeInKind(model, cause),
      }),
    ];
  });
}

/** The API server accepts a field of any type, but the scale subresource then does not work. */
function wrongTypeAt(
  path: string,
  expected: string,
  cause: { marker: Marker; argument: string },
  model: KindModel,
  root: JSONSchemaProps,
): Diagnostic[] {
  const { missing, schema } = follow(root, path.split('.').slice(1));
  const { type } = schema;
  if (missing !== undefined || type === undefined || type === expected) return [];
  const message = `'${path}' is of type ${type}, but the scale subresource requires ${expected} for ${cause.argument}`;
  const hint = `change the type of the field, or name a field of type ${expected}`;
  return [invalidScalePath({ message, hint, place: placeInKind(model, cause) })];
}

/** Warns about a path to a field that does not exist: the API server accepts it, but finds no value. */
function checkFieldExists(
  path: string,
  what: string,
  cause: { marker: Marker; argument: string },
  model: KindModel,
  root: JSONSchemaProps,
): Diagnostic[] {
  if (/^\.(metadata|apiVersion|kind)\b/.test(path)) return [];
  const names = /^(?:\.[A-Za-z0-9_-]+)+/.exec(path)?.[0].split('.').slice(1) ?? [];
  const end = follow(root, names);
  if (end.missing === undefined || end.above.length === 0) return [];
  const message = `${what} refers to '${path}', but there is no field '${end.missing}'`;
  const fields = Object.keys(end.schema.properties ?? {});
  const hint =
    didYouMean(end.missing, fields) ?? `${end.above.join('.')} has ${fields.join(', ') || 'no fields'}`;
  return [unknownPath({ message, hint, place: placeInKind(model, cause) })];
}

const mostSelectable = 8;

function checkNumber(model: KindModel, fields: readonly unknown[]): Diagnostic[] {
  if (fields.length <= mostSelectable) return [];
  const marker = model.markers.filter(({ definition }) => definition.name === 'selectablefield')[
    mostSelectable
  ];
  return [
    invalidSelectableField({
      message: 'a version can have at most 8 selectable fields',
      hint: 'remove some of the markers',
      place: placeInKind(model, { marker }),
    }),
  ];
}

const selectableTypes = ['string', 'boolean', 'integer'];

function checkSelectableField(marker: Marker, model: KindModel, root: JSONSchemaProps): Diagnostic[] {
  const { jsonPath } = marker.value as { jsonPath: string };
  const problem = (message: string, hint: string): Diagnostic[] => [
    invalidSelectableField({ message, hint, place: placeInKind(model, { marker, argument: 'jsonPath' }) }),
  ];
  const twins = model.markers.filter(
    ({ definition, value }) =>
      definition === marker.definition && (value as { jsonPath: string }).jsonPath === jsonPath,
  );
  if (twins.indexOf(marker) > 0)
    return problem(`duplicate selectable field '${jsonPath}'`, 'remove one of them');
  if (!/^(\.[A-Za-z_][A-Za-z0-9_-]*)+$/.test(jsonPath))
    return problem(`'${jsonPath}' is not a simple path of field names`, 'for example .spec.reclaimPolicy');
  const names = jsonPath.split('.').slice(1);
  if (names[0] === 'metadata') {
    const hint = 'metadata.name and metadata.namespace are always selectable; for other fields, use labels';
    return problem('a field of metadata cannot be a selectable field', hint);
  }
  const { above, missing, schema } = follow(root, names);
  if (missing !== undefined) {
    const fields = Object.keys(schema.properties ?? {});
    const hint = `${above.join('.') || model.kind} has ${fields.join(', ') || 'no fields'}`;
    return problem(`there is no field '${missing}'`, didYouMean(missing, fields) ?? hint);
  }
  if (selectableTypes.includes(schema.type ?? '')) return [];
  return problem(`'${jsonPath}' is not a string, integer or boolean`, 'select a field of one of these types');
}

/** Follows names through properties. `missing` is the first unknown name, unless unknown fields are allowed there. */
function follow(
  root: JSONSchemaProps,
  names: readonly string[],
): { schema: JSONSchemaProps; above: string[]; missing?: string } {
  let schema = root;
  for (const [index, name] of names.entries()) {
    const next = schema.properties?.[name];
    if (next === undefined) {
      const isOpen =
        schema['x-kubernetes-preserve-unknown-fields'] || schema.additionalProperties !== undefined;
      const above = names.slice(0, index);
      return isOpen ? { schema: {}, above } : { schema, above, missing: name };
    }
    schema = next;
  }
  return { schema, above: names.slice(0, -1) };
}

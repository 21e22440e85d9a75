import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { skipVersion } from '../markers/definitions/resource.ts';
import type { KindDraft } from '../markers/kind-draft.ts';
import type { ApiModel, ConverterClass, KindModel } from '../model/api-model.ts';
import { applyMarkers } from '../schema/apply-markers.ts';
import { description } from '../schema/description.ts';
import { type SchemaContext, schemaOfFields, trimmed } from '../schema/schema-of-type.ts';
import { checkNames } from './check-names.ts';
import { checkPaths } from './check-paths.ts';
import { checkVersions } from './check-versions.ts';
import { checkAsServer } from './check-as-server.ts';
import { checkConverters, conversionOf } from './conversion.ts';

/** The two fields that every kind has. `kubectl explain` prints the descriptions. */
const apiVersion: JSONSchemaProps = {
  type: 'string',
  description: 'The group and version of the schema that this object is written in.',
};
const kind: JSONSchemaProps = {
  type: 'string',
  description: 'The kind of this object. It cannot be changed.',
};

/** One CustomResourceDefinition per kind, with all of its versions. Sorted by group and kind. */
export function customResourceDefinitions(
  { converterClasses, kinds }: Pick<ApiModel, 'converterClasses' | 'kinds'>,
  context: SchemaContext,
): CustomResourceDefinition[] {
  context.problems.push(...checkConverters(converterClasses));
  const byName = new Map<string, KindModel[]>();
  for (const model of kinds) {
    const name = `${model.group}/${model.kind}`;
    byName.set(name, [...(byName.get(name) ?? []), model]);
  }
  return [...byName.keys()]
    .toSorted()
    .flatMap((name) => definitionOf(byName.get(name) ?? [], converterClasses, context) ?? []);
}

function definitionOf(
  models: readonly KindModel[],
  converters: readonly ConverterClass[],
  context: SchemaContext,
): CustomResourceDefinition | undefined {
  const sorted = models.toSorted((a, b) => (a.version < b.version ? -1 : 1));
  const kept = sorted.filter(({ markers }) => !markers.some(({ definition }) => definition === skipVersion));
  const since = context.problems.length;
  const drafts = kept.map((model) => ({ model, draft: draftOf(model, kept.length === 1, context) }));
  const [first] = drafts;
  if (first === undefined) return undefined;
  const { draft, model } = first;
  context.problems.push(...checkNames(model, draft), ...checkVersions(drafts));
  const names = sharedNames(model, drafts);
  const conversion = conversionOf(drafts, converters, context.problems);
  const definition: CustomResourceDefinition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${model.group}`, ...sharedMetadata(drafts) },
    spec: {
      group: model.group,
      names,
      scope: draft.scope,
      versions: drafts.map((each) => each.draft.version),
      ...(conversion !== undefined && { conversion }),
    },
  };
  checkAsServer(definition, [model, ...kept.slice(1)], { ...context, since });
  return definition;
}

/** All versions of a kind share its names, so a name set on one version applies to all. */
function sharedNames(
  first: KindModel,
  drafts: readonly { model: KindModel; draft: KindDraft }[],
): KindDraft['names'] {
  const explicit = drafts.flatMap(({ model, draft }) => {
    const usual = new Map<string, unknown>(Object.entries(usualNames(model)));
    return Object.entries(draft.names).filter(([key, value]) => value !== usual.get(key));
  });
  return { ...usualNames(first), ...Object.fromEntries(explicit) };
}

/** The labels and annotations of all versions combined. */
function sharedMetadata(drafts: readonly { draft: KindDraft }[]): Pick<KindDraft, 'labels' | 'annotations'> {
  const labels = Object.assign({}, ...drafts.map(({ draft }) => draft.labels)) as Record<string, string>;
  const annotations = Object.assign({}, ...drafts.map(({ draft }) => draft.annotations)) as typeof labels;
  return {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function usualNames({ kind: name, plural }: KindModel): KindDraft['names'] {
  return { kind: name, listKind: `${name}List`, plural, singular: name.toLowerCase() };
}

function draftOf(model: KindModel, isOnlyVersion: boolean, context: SchemaContext): KindDraft {
  const schema = rootSchema(model, context);
  let draft: KindDraft = {
    names: usualNames(model),
    scope: model.scope,
    version: {
      name: model.version,
      served: true,
      storage: isOnlyVersion,
      schema: { openAPIV3Schema: schema },
    },
  };
  for (const { definition, value } of model.markers) draft = definition.applyToKind?.(draft, value) ?? draft;
  context.problems.push(...checkPaths(model, draft));
  return draft;
}

function rootSchema(model: KindModel, context: SchemaContext): JSONSchemaProps {
  const { properties = {}, required } = schemaOfFields(model.fields, context);
  const root: JSONSchemaProps = {
    type: 'object',
    properties: { apiVersion, kind, metadata: { type: 'object' }, ...properties },
    ...(required !== undefined && { required }),
  };
  const text = description(model.doc);
  const schema = applyMarkers(root, model.markers, model.kind, context.problems);
  return trimmed(text === undefined ? schema : { ...schema, description: text }, model.markers);
}

import { builtInSchemas, servedResources } from '@opgen/rules/builtin';
import type { Resolve, JSONSchemaProps } from '@opgen/rules/schema';
import type { Resource } from './resource.ts';

type KindSchema = JSONSchemaProps & { 'x-kubernetes-group-version-kind'?: GroupVersionKind[] };

interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

export interface Builtins {
  readonly resources: readonly Resource[];
  readonly schemas: Readonly<Record<string, JSONSchemaProps>>;
  readonly resolve: Resolve;
}

/** Without flags, kube-apiserver serves no alpha or beta versions. */
const stable = /^v\d+$/;
const prefix = '#/components/schemas/';
let loaded: Builtins | undefined;

/** The built-in kinds. Loaded once. */
export function builtins(): Builtins {
  loaded ??= load();
  return loaded;
}

function load(): Builtins {
  const resources = servedResources().filter(({ servedVersion }) => stable.test(servedVersion));
  const schemas: Record<string, KindSchema> = builtInSchemas();
  const byKind = new Map<string, JSONSchemaProps>();
  for (const schema of Object.values(schemas))
    for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? [])
      byKind.set(`${group}/${version}/${kind}`, schema);
  return {
    schemas,
    resolve: (ref) => schemas[ref.startsWith(prefix) ? ref.slice(prefix.length) : ref],
    resources: resources
      .filter(({ resource }) => !resource.includes('/'))
      .map((facts) => ({
        group: facts.servedGroup,
        version: facts.servedVersion,
        kind: facts.kind,
        listKind: `${facts.kind}List`,
        plural: facts.resource,
        singular: facts.singular,
        namespaced: facts.namespaced,
        verbs: facts.verbs,
        shortNames: facts.shortNames ?? [],
        categories: facts.categories ?? [],
        schema: byKind.get(`${facts.group}/${facts.version}/${facts.kind}`) ?? {},
        subresources: resources
          .filter(
            (other) =>
              other.servedGroup === facts.servedGroup &&
              other.servedVersion === facts.servedVersion &&
              other.resource.startsWith(`${facts.resource}/`),
          )
          .map(({ resource, group, version, kind, verbs }) => ({
            name: resource.slice(facts.resource.length + 1),
            group,
            version,
            kind,
            verbs,
          })),
      })),
  };
}

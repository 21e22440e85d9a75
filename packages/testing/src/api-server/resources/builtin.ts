import { builtInSchemas, type Minor, newestMinor, servedResources } from '@opgen/rules/builtin';
import type { Resolve, JSONSchemaProps } from '@opgen/rules/schema';
import type { Resource } from './resource.ts';

type KindSchema = JSONSchemaProps & { 'x-kubernetes-group-version-kind'?: GroupVersionKind[] };

interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

/** The built-in kinds of a minor version of Kubernetes. */
export interface Builtins {
  readonly minor: Minor;
  readonly resources: readonly Resource[];
  readonly schemas: Readonly<Record<string, JSONSchemaProps>>;
  readonly resolve: Resolve;
}

/** Without flags, kube-apiserver serves no alpha or beta versions. */
const stable = /^v\d+$/;
const prefix = '#/components/schemas/';
const loaded = new Map<Minor, Builtins>();

/** The built-in kinds of a minor version. Loaded once. */
export function builtins(minor: Minor = newestMinor): Builtins {
  const known = loaded.get(minor) ?? load(minor);
  loaded.set(minor, known);
  return known;
}

function load(minor: Minor): Builtins {
  const resources = servedResources(minor).filter(({ servedVersion }) => stable.test(servedVersion));
  const schemas: Record<string, KindSchema> = builtInSchemas(minor);
  const resolve: Resolve = (ref) => schemas[ref.startsWith(prefix) ? ref.slice(prefix.length) : ref];
  const byKind = new Map<string, JSONSchemaProps>();
  for (const schema of Object.values(schemas))
    for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? [])
      byKind.set(`${group}/${version}/${kind}`, schema);
  return {
    minor,
    schemas,
    resolve,
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
        minor,
        resolve,
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

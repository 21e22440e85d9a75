import type { JSONSchemaProps } from '@opgen/rules/schema';

interface Document {
  components?: { schemas?: Record<string, unknown> };
}

type Schemas = Record<string, JSONSchemaProps>;

/** Excludes the types of CRDs, whose group can also be below k8s.io. */
const ofKubernetes = /^io\.k8s\.(api|apimachinery|apiextensions-apiserver|kube-aggregator)\./;

/** Requests a path of the server and returns the JSON of the response. */
export type Ask = (path: string) => Promise<unknown>;

/** The schemas that an API server publishes for built-in types, without descriptions, and its version. */
export async function schemasOfServer(ask: Ask): Promise<{ version: string; schemas: Schemas }> {
  const { gitVersion } = (await ask('/version')) as { gitVersion: string };
  const { paths } = (await ask('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
  const schemas: Schemas = {};
  for (const { serverRelativeURL } of Object.values(paths)) {
    const { components } = (await ask(serverRelativeURL)) as Document;
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
      if (!ofKubernetes.test(name)) continue;
      schemas[name] = joined(schemas[name], shapeOf(schema) as JSONSchemaProps);
    }
  }
  return { version: gitVersion, schemas: byName(schemas) };
}

/**
 * A server publishes only the API versions that it serves. The known schemas of other versions are kept, and so are the
 * shared types that only those may use.
 */
export function completed(published: Schemas, before: Schemas): Schemas {
  const versions = new Set(Object.keys(published).map(versionOf));
  const kept = Object.entries(before).filter(
    ([name]) => name.startsWith('io.k8s.apimachinery.') || !versions.has(versionOf(name)),
  );
  const own = Object.entries(published).map(([name, schema]) => [name, joined(before[name], schema)]);
  return byName({ ...Object.fromEntries(kept), ...(Object.fromEntries(own) as Schemas) });
}

/** The group version of a type: its name without the last part. */
function versionOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

const kinds = 'x-kubernetes-group-version-kind';

interface Kind {
  group: string;
  version: string;
  kind: string;
}

/** A type shared by all groups, such as DeleteOptions, is published with each group, as a kind of that group. */
function joined(known: JSONSchemaProps | undefined, schema: JSONSchemaProps): JSONSchemaProps {
  const all = [known, schema].flatMap((each) => ((each as { [kinds]?: Kind[] })?.[kinds] ?? []) as Kind[]);
  if (all.length === 0) return schema;
  const texts = new Set(all.map(({ group, kind, version }) => [group, version, kind].join(' ')));
  const sorted = [...texts].toSorted().map((text): Kind => {
    const [group = '', version = '', kind = ''] = text.split(' ');
    return { group, kind, version };
  });
  return Object.assign({ ...schema }, { [kinds]: sorted });
}

export function byName(schemas: Schemas): Schemas {
  return Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Removes descriptions and enum values. Kubernetes' own documents omit enum values too, because a later patch release
 * can add some. A property can be called `description` or `enum`; its value is then a schema.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) =>
      !(key === 'description' && typeof inner === 'string') && !(key === 'enum' && Array.isArray(inner)),
  );
  const sorted = kept.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, shapeOf(inner)]));
}

import type { OpenApiSchema } from '../src/kubernetes/facts.ts';

interface Document {
  components?: { schemas?: Record<string, unknown> };
}

/** The schemas that an API server publishes for its own types, without prose; and the version that it is of. */
export async function schemasOfServer(
  url: string,
): Promise<{ version: string; schemas: Record<string, OpenApiSchema> }> {
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(new URL(path, url));
    if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
    return response.json();
  };
  const { gitVersion } = (await get('/version')) as { gitVersion: string };
  const { paths } = (await get('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
  const schemas: Record<string, OpenApiSchema> = {};
  for (const { serverRelativeURL } of Object.values(paths)) {
    const { components } = (await get(serverRelativeURL)) as Document;
    for (const [name, schema] of Object.entries(components?.schemas ?? {}))
      if (name.startsWith('io.k8s.')) schemas[name] = withoutProse(schema) as OpenApiSchema;
  }
  const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { version: gitVersion, schemas: Object.fromEntries(sorted) };
}

/** A property may be called `description`; a description is a text. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => key !== 'description' || typeof inner !== 'string',
  );
  const sorted = kept.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, withoutProse(inner)]));
}

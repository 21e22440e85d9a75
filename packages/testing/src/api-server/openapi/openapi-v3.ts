import { createHash } from 'node:crypto';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { describedMetadata, descriptions } from './descriptions.ts';
import { operationsOf } from './operations.ts';
import { referencesIn, schemaPrefix, withReferences } from './references.ts';

type Schemas = Readonly<Record<string, JSONSchemaProps>>;

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** `/openapi/v3`: the URL of the document of each group and version; its hash changes with the document. */
export function openApiIndex(resources: readonly Resource[], builtin: Schemas) {
  const paths = groupVersionsOf(resources).map((gv) => {
    const document = JSON.stringify(openApiDocument(resources, gv, builtin));
    const hash = createHash('sha256').update(document).digest('hex').toUpperCase();
    const path = openApiPath(gv);
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const;
  });
  return { paths: Object.fromEntries(paths) };
}

/** `api/v1` or `apis/apps/v1`: the key of a document in the index. */
function openApiPath(gv: GroupVersion): string {
  return `${gv.group === '' ? 'api' : 'apis'}/${apiVersionOf(gv)}`;
}

/**
 * The document of one group and version: the schemas of its kinds with all referenced schemas, and the operations
 * that tell kubectl what the server supports. Undefined for a version that is not served.
 */
export function openApiDocument(resources: readonly Resource[], gv: GroupVersion, builtin: Schemas) {
  const served = resources.filter(({ group, version }) => group === gv.group && version === gv.version);
  if (served.length === 0) return undefined;
  const own = Object.fromEntries(
    served.map((resource) => [schemaName(resource, builtin), schemaOf(resource, builtin)] as const),
  );
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: Object.fromEntries(
      served.flatMap((resource) => operationsOf(resource, schemaName(resource, builtin))),
    ),
    components: { schemas: withReferred(own, builtin) },
  };
}

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** The schema of a kind with its name, version and metadata. */
export function schemaOf(resource: Resource, builtin: Schemas): JSONSchemaProps {
  const { group, version, kind, schema, custom } = resource;
  const withKind = { ...schema, 'x-kubernetes-group-version-kind': [{ group, version, kind }] };
  if (custom === undefined || builtin[objectMeta] === undefined) return withKind;
  const metadata = {
    description: descriptions.metadata,
    allOf: [{ $ref: `${schemaPrefix}${objectMeta}` }],
  };
  const properties = {
    ...schema.properties,
    apiVersion: { type: 'string', description: descriptions.apiVersion },
    kind: { type: 'string', description: descriptions.kind },
    metadata,
  };
  return { ...withKind, properties };
}

/** The name of a kind's schema: the Kubernetes name for a built-in kind, otherwise the reversed group. */
export function schemaName({ group, version, kind, schema, custom }: Resource, builtin: Schemas): string {
  if (custom === undefined) {
    const known = Object.keys(builtin).find((name) => builtin[name] === schema);
    if (known !== undefined) return known;
  }
  return [...group.split('.').toReversed(), version, kind].filter((part) => part !== '').join('.');
}

/** Adds the referenced schemas, transitively. */
function withReferred(own: Schemas, builtin: Schemas): Schemas {
  const all: Record<string, JSONSchemaProps> = {};
  const missing = Object.entries(own);
  for (let next = missing.pop(); next !== undefined; next = missing.pop()) {
    const [name, schema] = next;
    if (Object.hasOwn(all, name)) continue;
    const published = withReferences(schema);
    all[name] = name === objectMeta ? describedMetadata(published) : published;
    for (const referred of referencesIn(schema)) {
      const target = builtin[referred];
      if (target !== undefined) missing.push([referred, own[referred] ?? target]);
    }
  }
  return all;
}

function groupVersionsOf(resources: readonly Resource[]): readonly GroupVersion[] {
  const found = new Map(
    resources.map(({ group, version }) => [apiVersionOf({ group, version }), { group, version }]),
  );
  return [...found.values()];
}

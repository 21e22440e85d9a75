import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { schemaPrefix } from './references.ts';

interface Verb {
  readonly verb: string;
  readonly method: string;
  readonly action: string;
  readonly ofCollection: boolean;
  readonly writes: boolean;
}

const verbs: readonly Verb[] = [
  { verb: 'list', method: 'get', action: 'list', ofCollection: true, writes: false },
  { verb: 'create', method: 'post', action: 'post', ofCollection: true, writes: true },
  {
    verb: 'deletecollection',
    method: 'delete',
    action: 'deletecollection',
    ofCollection: true,
    writes: false,
  },
  { verb: 'get', method: 'get', action: 'get', ofCollection: false, writes: false },
  { verb: 'update', method: 'put', action: 'put', ofCollection: false, writes: true },
  { verb: 'patch', method: 'patch', action: 'patch', ofCollection: false, writes: true },
  { verb: 'delete', method: 'delete', action: 'delete', ofCollection: false, writes: false },
];

const writeParameters = ['dryRun', 'fieldManager', 'fieldValidation'];

/** The paths of a resource. kubectl uses server-side validation only if PATCH documents `fieldValidation`. */
export function operationsOf(resource: Resource, schemaName: string): [path: string, item: object][] {
  const { group, plural, namespaced } = resource;
  const root = `/${group === '' ? 'api' : 'apis'}/${apiVersionOf(resource)}`;
  const collection = `${root}/${namespaced ? 'namespaces/{namespace}/' : ''}${plural}`;
  return [
    [collection, pathItem(resource, schemaName, true)],
    [`${collection}/{name}`, pathItem(resource, schemaName, false)],
  ];
}

function pathItem(resource: Resource, schemaName: string, ofCollection: boolean): object {
  const known = verbs.filter((one) => one.ofCollection === ofCollection && resource.verbs.includes(one.verb));
  const inPath = [...(ofCollection ? [] : ['name']), ...(resource.namespaced ? ['namespace'] : [])];
  return {
    ...Object.fromEntries(known.map((verb) => [verb.method, operation(verb, resource, schemaName)])),
    parameters: inPath.map((name) => ({ name, in: 'path', required: true, schema: text })),
  };
}

const text = { type: 'string', uniqueItems: true };

function operation({ verb, action, writes }: Verb, resource: Resource, schemaName: string): object {
  const { group, version, kind } = resource;
  const schema = { $ref: `${schemaPrefix}${schemaName}` };
  const queries = [...(writes ? writeParameters : []), ...(verb === 'patch' ? ['force'] : [])].map(
    (name) => ({
      name,
      in: 'query',
      schema: name === 'force' ? { type: 'boolean', uniqueItems: true } : text,
    }),
  );
  return {
    ...(queries.length === 0 ? {} : { parameters: queries }),
    ...(writes
      ? { requestBody: { content: { '*/*': { schema: verb === 'patch' ? { type: 'object' } : schema } } } }
      : {}),
    responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, version, kind },
  };
}

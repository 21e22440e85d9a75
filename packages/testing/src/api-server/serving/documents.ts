import { createHash } from 'node:crypto';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from '../discovery/legacy.ts';
import { discoveryContentType, discoveryVersionFor, groupDiscoveryList } from '../discovery/aggregated.ts';
import { openApiV2 } from '../openapi/openapi-v2.ts';
import { openApiDocument, openApiIndex } from '../openapi/openapi-v3.ts';
import { parseAccept, takesJson } from '../negotiation/accept.ts';
import type { Registry } from '../resources/registry.ts';
import { methodNotAllowed, notAcceptable, StatusError } from '../status-errors.ts';
import { jsonResponse, type ServerRequest, type ServerResponse, textResponse } from './request.ts';

function versionInfo({ builtins }: Registry) {
  const [major, minor] = builtins.minor.split('.');
  return {
    major,
    minor,
    gitVersion: `v${builtins.minor}.0+opgen`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'none',
    compiler: 'none',
    platform: `${process.platform}/${process.arch}`,
  };
}

/** Health, version, discovery and OpenAPI documents. Undefined for every other path. */
export function documentResponse(request: ServerRequest, registry: Registry): ServerResponse | undefined {
  const document = documentAt(request, registry);
  if (document === undefined || request.method === 'GET' || request.method === 'HEAD') return document;
  throw new StatusError(methodNotAllowed());
}

function documentAt(request: ServerRequest, registry: Registry): ServerResponse | undefined {
  const { path } = request;
  if (/^\/(healthz|livez|readyz)(\/.*)?$/.test(path)) return textResponse(200, 'ok');
  if (path === '/version' || path === '/version/') return jsonResponse(200, versionInfo(registry));
  if (path === '/openapi/v2') return openApiV2Response(request, registry);
  if (path.startsWith('/openapi/')) return openApi(path, registry);
  return discovery(request, registry);
}

function discovery({ path, headers }: ServerRequest, registry: Registry): ServerResponse | undefined {
  const resources = registry.all();
  const [root, group, groupVersion, ...more] = path.split('/').filter((part) => part !== '');
  if ((root !== 'api' && root !== 'apis') || more.length > 0) return undefined;
  if (group === undefined) {
    const aggregated = discoveryVersionFor(headers['accept']);
    if (aggregated !== undefined) {
      const contentType = discoveryContentType(aggregated);
      return jsonResponse(200, groupDiscoveryList(resources, aggregated, `/${root}`), {
        'content-type': contentType,
      });
    }
    return jsonResponse(200, root === 'api' ? apiVersions(resources, '127.0.0.1') : apiGroupList(resources));
  }
  if (root === 'api')
    return groupVersion === undefined
      ? found(apiResourceList(resources, { group: '', version: group }))
      : undefined;
  return found(
    groupVersion === undefined
      ? apiGroup(resources, group)
      : apiResourceList(resources, { group, version: groupVersion }),
  );
}

function openApi(path: string, registry: Registry): ServerResponse | undefined {
  const { schemas } = registry.builtins;
  if (path === '/openapi/v3') return jsonResponse(200, openApiIndex(registry.all(), schemas));
  const [, root, first = '', second = ''] =
    /^\/openapi\/v3\/(apis?)\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (root === undefined) return undefined;
  const groupVersion = root === 'api' ? { group: '', version: first } : { group: first, version: second };
  return found(openApiDocument(registry.all(), groupVersion, schemas));
}

/** Clients poll this large document, and get it again only after it has changed. */
function openApiV2Response({ headers }: ServerRequest, registry: Registry): ServerResponse {
  if (!parseAccept(headers['accept']).some(takesJson))
    throw new StatusError(notAcceptable(['application/json']));
  const response = jsonResponse(200, openApiV2(registry.all(), registry.builtins));
  const etag = `"${createHash('sha256').update(String(response.body)).digest('hex').toUpperCase()}"`;
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
  return { ...response, headers: { ...response.headers, etag, vary: 'Accept' } };
}

function found(document: object | undefined): ServerResponse | undefined {
  return document === undefined ? undefined : jsonResponse(200, document);
}

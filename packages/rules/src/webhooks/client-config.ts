import { type FieldError, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject } from '../json.ts';
import { dns1123SubdomainProblem } from '../names/dns-names.ts';

const form = '; desired format: https://host[/path]';

/** Errors in the address of a webhook: a URL or a Service. */
export function validateClientConfig(clientConfig: unknown, path: string): FieldError[] {
  const { url, service } = isObject(clientConfig) ? clientConfig : {};
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  return isObject(service)
    ? validateService(service, `${path}.service`)
    : validateUrl(String(url), `${path}.url`);
}

function validateUrl(text: string, path: string): FieldError[] {
  const [, scheme = '', authority = '', , query, fragment] =
    /^(?:([A-Za-z][\w+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  return [
    ...(scheme.toLowerCase() === 'https'
      ? []
      : [invalid(path, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(host === '' ? [invalid(path, host, `host must be specified${form}`)] : []),
    ...(at < 0
      ? []
      : [invalid(path, authority.slice(0, at), 'user information is not permitted in the URL')]),
    ...(fragment ? [invalid(path, fragment, 'fragments are not permitted in the URL')] : []),
    ...(query ? [invalid(path, query, 'query parameters are not permitted in the URL')] : []),
  ];
}

function validateService({ name, namespace, path: urlPath, port }: JsonObject, path: string): FieldError[] {
  const isPort = typeof port === 'number' && port >= 1 && port <= 65_535;
  return [
    ...(name ? [] : [required(`${path}.name`)]),
    ...(namespace ? [] : [required(`${path}.namespace`)]),
    ...(isPort
      ? []
      : [invalid(`${path}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]),
    ...(typeof urlPath === 'string' ? validatePath(urlPath, `${path}.path`) : []),
  ];
}

function validatePath(urlPath: string, path: string): FieldError[] {
  if (urlPath === '' || urlPath === '/') return [];
  if (urlPath === '//') return [invalid(path, urlPath, 'segment[0] may not be empty')];
  const segments = urlPath.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(urlPath.startsWith('/') ? [] : [invalid(path, urlPath, "must start with a '/'")]),
    ...segments.flatMap((segment, i) => {
      const problem = segment === '' ? ' may not be empty' : prefixed(dns1123SubdomainProblem(segment));
      return problem === undefined ? [] : [invalid(path, urlPath, `segment[${i}]${problem}`)];
    }),
  ];
}

function prefixed(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `: ${problem}`;
}

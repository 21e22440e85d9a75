/** The parts of a URL that expressions can read. */
export interface UrlParts {
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/**
 * Parses a URL like Go's url.ParseRequestURI: an absolute URL or an absolute path. JavaScript's URL class follows
 * another standard and repairs URLs that Go rejects. Returns the error message if the text is not a URL.
 */
export function readUrl(text: string): UrlParts | string {
  const whole = readRequest(text);
  if (typeof whole === 'string') return whole;
  return readRequest(text.split('#')[0]!);
}

function readRequest(text: string): UrlParts | string {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(text)) return 'net/url: invalid control character in URL';
  if (text === '') return 'empty url';
  if (text.startsWith(':')) return 'missing protocol scheme';
  const [, scheme, rest = text] = /^([a-zA-Z][a-zA-Z0-9+.-]*):([\s\S]*)$/.exec(text) ?? [];
  const [, hierarchy = '', query = ''] = /^([^?]*)\??([\s\S]*)$/.exec(rest)!;
  if (!hierarchy.startsWith('/')) {
    if (scheme === undefined) return 'invalid URI for request';
    return { scheme: scheme.toLowerCase(), host: '', path: '', query };
  }
  const [, authority, path = ''] = (scheme === undefined
    ? null
    : /^\/\/([^/]*)([\s\S]*)$/.exec(hierarchy)) ?? ['', undefined, hierarchy];
  const host = readAuthority(authority ?? '');
  if (typeof host === 'string') return host;
  const wrongEscape = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(path);
  if (wrongEscape !== null) return `invalid URL escape ${JSON.stringify(wrongEscape[0])}`;
  return { scheme: scheme?.toLowerCase() ?? '', host: host.host, path: escapePath(path), query };
}

function readAuthority(authority: string): { readonly host: string } | string {
  const at = authority.lastIndexOf('@');
  if (at !== -1 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(authority.slice(0, at))) {
    return 'net/url: invalid userinfo';
  }
  const host = authority.slice(at + 1);
  const [, port] = (host.startsWith('[') ? /^\[[^\]]*\](.*)$/ : /^[^:]*(?:.*(?=:))?(.*)$/).exec(host) ?? [];
  if (port === undefined) return "missing ']' in host";
  if (!/^(?::\d*)?$/.test(port)) return `invalid port ${JSON.stringify(port)} after host`;
  const wrong = /[ "<>\\^`{|}]/.exec(host);
  return wrong === null ? { host } : `invalid character ${JSON.stringify(wrong[0])} in host name`;
}

/** A validly encoded path is not changed. */
function escapePath(path: string): string {
  if (/^[A-Za-z0-9\-._~!$&'()*+,;=:@[\]%/]*$/.test(path)) return path;
  const bytes = Buffer.from(
    path.replaceAll(/%([0-9a-fA-F]{2})/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
  return [...bytes]
    .map((byte) => {
      const character = String.fromCodePoint(byte);
      if (/[A-Za-z0-9\-._~$&+,/:;=@]/.test(character)) return character;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** The values of each key of a query, without malformed pairs. */
export function queryOf(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';')) continue;
    const [, key = '', value = ''] = /^([^=]*)=?([\s\S]*)$/.exec(part)!;
    const decoded = [decode(key), decode(value)];
    if (decoded[0] === undefined || decoded[1] === undefined) continue;
    values.set(decoded[0], [...(values.get(decoded[0]) ?? []), decoded[1]]);
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

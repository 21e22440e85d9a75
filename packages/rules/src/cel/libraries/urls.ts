import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, libraryType, listType, mapType, stringType } from '../types/type.ts';
import { ArrayList, EntryMap } from '../values/containers.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Opaque } from '../values/value.ts';
import { type UrlParts, queryOf, readUrl } from './url-reading.ts';

export const urlType = libraryType('kubernetes.URL');

class Url implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = 'kubernetes.URL';
  readonly text: string;
  readonly parts: UrlParts;

  constructor(text: string, parts: UrlParts) {
    this.text = text;
    this.parts = parts;
  }

  equals(other: Opaque): boolean {
    return other instanceof Url && other.text === this.text;
  }
}

const part = (id: string, read: (parts: UrlParts) => string): Library[string] => [
  method(id, [urlType], stringType, ({ parts }: Url) => read(parts)),
];

export const urls: Library = {
  url: [overload('string_to_url', [stringType], urlType, toUrl)],
  isURL: [
    overload('is_url_string', [stringType], boolType, (text: string) => typeof readUrl(text) !== 'string'),
  ],
  getScheme: part('url_get_scheme', ({ scheme }) => scheme),
  getHost: part('url_get_host', ({ host }) => host),
  getHostname: part('url_get_hostname', ({ host }) => host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')),
  getPort: part('url_get_port', ({ host }) => /:(\d*)$/.exec(host)?.[1] ?? ''),
  getEscapedPath: part('url_get_escaped_path', ({ path }) => path),
  getQuery: [
    method('url_get_query', [urlType], mapType(stringType, listType(stringType)), ({ parts }: Url) =>
      EntryMap.of([...queryOf(parts.query)].map(([key, values]) => [key, ArrayList.of(values)] as const)),
    ),
  ],
};

function toUrl(text: string): Url {
  const parts = readUrl(text);
  if (typeof parts !== 'string') return new Url(text, parts);
  const reason = `parse ${JSON.stringify(text)}: ${parts}`;
  throw new EvaluationError(`URL parse error during conversion from string: ${reason}`);
}

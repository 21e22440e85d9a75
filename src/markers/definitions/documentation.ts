import { named, optional, required, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

const title = defineMarker({
  name: 'title',
  on: ['field', 'type'],
  argument: text(),
  summary: 'A short name of the value, for documentation.',
  example: '// +title="Image"',
  keyword: { name: 'title' },
});

const externalDocs = defineMarker({
  name: 'externalDocs',
  on: ['field', 'type', 'kind'],
  argument: named({ url: required(text()), description: optional(text()) }),
  summary: 'A link to more documentation about the value.',
  example: '// +externalDocs:url="https://example.com/memcached",description="The manual"',
  keyword: { name: 'externalDocs' },
  reject: (_, { url }) =>
    URL.canParse(url)
      ? undefined
      : { message: `'${url}' is not a URL`, hint: 'write one such as https://example.com/' },
});

export const documentationMarkers = [title, externalDocs];

import { none, oneOf } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

const ignore = defineMarker({
  name: 'opgen:ignore',
  on: ['field'],
  argument: none(),
  summary: 'The field is not part of the API: the schema omits it, whatever its type.',
  example: '// +opgen:ignore',
});

const descriptions = defineMarker({
  name: 'opgen:descriptions',
  on: ['kind', 'type', 'field', 'import'],
  argument: oneOf('full', 'sentence', 'none'),
  summary:
    'How much of the descriptions of a type, a field or an import the schema keeps: all, the first sentence, or none.',
  example: '// +opgen:descriptions=sentence',
});

/** Markers that only opgen has. */
export const fieldMarkers = { ignore, descriptions };

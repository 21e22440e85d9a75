import { none, oneOf } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

const ignore = defineMarker({
  name: 'opgen:ignore',
  on: ['field'],
  argument: none(),
  summary: 'The field is not part of the API: the schema leaves it out, whatever its type.',
  example: '// +opgen:ignore',
});

const descriptions = defineMarker({
  name: 'opgen:descriptions',
  on: ['kind', 'type', 'field', 'import'],
  argument: oneOf('full', 'sentence', 'none'),
  summary:
    'How much is said about a type, a field or what an import brings, and all that is in it: all, the first sentence, nothing.',
  example: '// +opgen:descriptions=sentence',
});

/** Markers of opgen's own: what becomes of a field as a whole. */
export const fieldMarkers = { ignore, descriptions };

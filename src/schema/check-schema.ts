import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { Diagnostic, Place } from '../diagnostics.ts';
import type { KeywordName } from '../markers/keywords/keyword.ts';
import type { Marker } from '../markers/marker.ts';
import { schemaKeywords } from '../markers/registry.ts';
import type { ServerRules } from './server-rules.ts';
import { validateValue } from './validate-value.ts';

/** The field or type that a schema belongs to, for messages and places. */
export interface Subject {
  /** The name of the field or type, such as `replicas` or `the items of ports`. */
  name: string;
  place: Place;
  markers: readonly Marker[];
  /** A marker was rejected and reported, so what seems to be missing may not be. */
  markersAreIncomplete?: boolean;
}

/** Reports what the API server rejects, or no value satisfies, in the schema of one field or type. */
export function checkSchema(
  schema: JSONSchemaProps,
  subject: Subject,
  { problems, server }: { problems: Diagnostic[]; server: ServerRules },
): void {
  for (const { check, name } of schemaKeywords) {
    if (check === undefined || schema[name] === undefined) continue;
    const found = check(schema, {
      subject: subject.name,
      isMarked: markerOf(name, subject) !== undefined,
      validate: validateValue,
      patternError: (pattern) => server.wrongInPattern(pattern),
    });
    for (const { diagnostic, hint, keyword = name, message } of found) {
      const place = markerOf(keyword, subject)?.place ?? subject.place;
      problems.push(diagnostic({ message, hint, place }));
    }
  }
}

/** The marker that set a keyword; undefined if the type set it. */
function markerOf(keyword: KeywordName, { markers }: Subject): Marker | undefined {
  return markers.findLast(
    ({ definition, itemsDepth }) => itemsDepth === 0 && definition.keyword?.name === keyword,
  );
}

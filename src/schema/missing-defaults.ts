import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Diagnostic, didYouMean } from '../diagnostics.ts';
import type { NamedDefault } from '../model/type-model.ts';
import { missingDefault } from './diagnostics.ts';

/** A problem for each field that `Defaults` names and that has no default, so that clients could omit it. */
export function missingDefaults(
  named: readonly NamedDefault[],
  { properties = {} }: JSONSchemaProps,
): Diagnostic[] {
  return named.flatMap(({ field, place }) => {
    const schema = properties[field];
    if (schema?.default !== undefined) return [];
    const message =
      schema === undefined
        ? `Defaults names ${field}, but the type has no such field`
        : `Defaults names ${field}, but the field has no default`;
    const hint =
      schema === undefined
        ? (didYouMean(field, Object.keys(properties)) ?? 'remove the name')
        : `add // +default=… above ${field}, or remove the name`;
    return [missingDefault({ message, hint, place })];
  });
}

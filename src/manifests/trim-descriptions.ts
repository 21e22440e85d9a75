import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { changeDescriptions } from '../schema/change-descriptions.ts';

/** Limits every description to `most` bytes; 0 removes them. */
export function withShortDescriptions(
  definition: CustomResourceDefinition,
  most: number,
): CustomResourceDefinition {
  const change = (text: string) => (most > 0 ? shortDescription(text, most) : undefined);
  const versions = definition.spec.versions.map((version) =>
    version.schema === undefined
      ? version
      : {
          ...version,
          schema: { openAPIV3Schema: changeDescriptions(version.schema.openAPIV3Schema, change) },
        },
  );
  return { ...definition, spec: { ...definition.spec, versions } };
}

/** Cuts after the last sentence that fits, or else after the last word, and appends an ellipsis. */
export function shortDescription(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // With `stream`, the decoder drops an incomplete character at the end.
  const cut = new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
  const sentence = Math.max(...['.', '!', '?', '。'].map((end) => cut.lastIndexOf(end)));
  if (sentence !== -1) return cut.slice(0, sentence + 1);
  const word = cut.search(/\s\S*$/);
  return `${word === -1 ? cut : cut.slice(0, word)}...`;
}

import { type Library, method, overload } from '../functions/overload.ts';
import { libraryType, listType, optionalType, stringType } from '../types/type.ts';
import { ArrayList } from '../values/containers.ts';
import { type Opaque, Optional } from '../values/value.ts';
import { type NamedFormat, namedFormats } from './named-formats.ts';

export const formatType = libraryType('kubernetes.NamedFormat');

class Format implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = 'kubernetes.NamedFormat';
  readonly definition: NamedFormat;

  constructor(definition: NamedFormat) {
    this.definition = definition;
  }

  /** The pattern length for the cost of `validate`. */
  get patternSize(): number {
    return this.definition.patternSize;
  }

  equals(other: Opaque): boolean {
    return other instanceof Format && other.definition.name === this.definition.name;
  }
}

/** Formats of Kubernetes: `format.dns1123Label().validate(self.name)` returns the errors, or none. */
export const formats: Library = {
  validate: [
    method('format-validate', [formatType, stringType], optionalType(listType(stringType)), validate),
  ],
  'format.named': [
    overload('format-named', [stringType], optionalType(formatType), (name: string) =>
      Object.hasOwn(namedFormats, name) ? Optional.of(new Format(namedFormats[name]!)) : Optional.none,
    ),
  ],
  ...Object.fromEntries(
    Object.entries(namedFormats).map(([name, definition]) => [
      `format.${name}`,
      [overload(`format.${name}`, [], formatType, () => new Format(definition))],
    ]),
  ),
};

function validate({ definition }: Format, text: string): Optional {
  const reasons = definition.validate(text);
  return reasons.length === 0 ? Optional.none : Optional.of(ArrayList.of(reasons));
}

import type { SpecTest } from './suite.ts';

/** A part of the CEL specification that Kubernetes' expressions do without. */
export interface UnsupportedPart {
  readonly name: string;
  readonly why: string;
  /** Given a test that fails, and how. */
  includes(test: SpecTest, failure: string): boolean;
}

const inSections =
  (...sections: readonly string[]) =>
  ({ id }: SpecTest): boolean =>
    sections.some((section) => id.startsWith(section));

const protobuf =
  /(TestAllTypes|NestedTestAllTypes|GlobalEnum|proto[23]|google\.protobuf\.(Any|Struct|Value|ListValue|FieldMask|Empty|\w+Value)\b)/;

/** A test that fails belongs to the first part that includes it. */
export const unsupportedParts: readonly UnsupportedPart[] = [
  {
    name: 'Protocol buffers',
    why: 'Kubernetes objects are JSON: there are no messages, enums, extensions or wrapper types',
    includes: (test) => protobuf.test(JSON.stringify(test)),
  },
  {
    name: 'Extension libraries that Kubernetes does not enable',
    why: 'math, encoders, cel.bind and cel.block',
    includes: inSections('math_ext/', 'encoders_ext/', 'bindings_ext/', 'block_ext/'),
  },
  {
    name: 'Evaluation without type checking',
    why: 'the API server checks every expression before it evaluates it',
    includes: ({ disableCheck = false }) => disableCheck,
  },
  {
    name: 'Lists and maps with elements of different types',
    why: 'Kubernetes checks expressions with homogeneous aggregate literals',
    includes: (_, failure) => failure.startsWith('does not check: expected type'),
  },
  {
    name: 'Containers',
    why: 'expressions of Kubernetes have no namespace of their own',
    includes: ({ container = '' }) => container !== '',
  },
  {
    name: 'Declared functions',
    why: 'Kubernetes fixes the set of functions',
    includes: ({ typeEnv = [] }) => typeEnv.some((declaration) => declaration.function !== undefined),
  },
  {
    name: 'Field names in backticks',
    why: 'Kubernetes leaves the syntax off and escapes names instead: `self.foo__dash__bar`',
    includes: inSections('fields/quoted_map_fields/'),
  },
  {
    name: 'Formatting of doubles, lists and maps',
    why: 'Kubernetes pins an earlier version of `format`, which writes `%e`, infinities and nested values differently',
    includes: inSections('string_ext/format/'),
  },
  {
    name: 'Where cel-go departs from the specification',
    why: 'it accepts a repeated map key and an offset beyond the end of a string, and getMilliseconds() of a duration is its total',
    includes: inSections(
      'fields/qualified_identifier_resolution/map_value_repeat_key',
      'string_ext/value_errors/indexof_out_of_range',
      'string_ext/value_errors/lastindexof_out_of_range',
      'timestamps/duration_converters/get_milliseconds',
    ),
  },
];

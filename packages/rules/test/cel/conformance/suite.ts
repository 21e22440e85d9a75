import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';

/** One test of the CEL specification, in the JSON form of `cel.expr.conformance.test.SimpleTest`. */
export interface SpecTest {
  /** Section and name: `string/size/one_ascii`. Names repeat within a section; the ones after the first are numbered. */
  readonly id: string;
  readonly expr: string;
  /** Names in the expression are resolved against this namespace first. */
  readonly container?: string;
  readonly disableCheck?: boolean;
  readonly checkOnly?: boolean;
  readonly typeEnv?: readonly Declaration[];
  readonly bindings?: Readonly<Record<string, { value: JsonValue }>>;
  readonly value?: JsonValue;
  readonly typedResult?: { readonly result?: JsonValue; readonly deducedType: JsonType };
  readonly evalError?: object;
}

/** A value of the specification, by the name of its type: `{ int64Value: '1' }`. */
export type JsonValue = Readonly<Record<string, unknown>>;

/** A type of the specification: `{ primitive: 'INT64' }`. */
export type JsonType = Readonly<Record<string, unknown>>;

export interface Declaration {
  readonly name: string;
  readonly ident?: { readonly type: JsonType };
  readonly function?: object;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { original: object }[];
}

/** Every test of the suite, in order. */
export function specTests(): SpecTest[] {
  const seen = new Map<string, number>();
  const testsOf = ({ name, suites = [], tests: own = [] }: Suite, path: readonly string[]): SpecTest[] => {
    const inner = [...path, name];
    return [
      ...own.map(({ original }) => {
        const test = original as Omit<SpecTest, 'id'> & { name: string };
        const id = [...inner.slice(1), test.name].join('/');
        const count = (seen.get(id) ?? 0) + 1;
        seen.set(id, count);
        return { ...test, id: count === 1 ? id : `${id}#${count}` };
      }),
      ...suites.flatMap((suite) => testsOf(suite, inner)),
    ];
  };
  return testsOf(tests as Suite, []);
}

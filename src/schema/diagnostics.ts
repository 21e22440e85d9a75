import { defineDiagnostic } from '../diagnostics.ts';

export const markerDoesNotFitType = defineDiagnostic({
  code: 'OPG1111',
  title: 'Marker for a different type',
  explanation: 'MinLength applies to strings, MinItems to lists, and so on.',
  example: {
    wrong: '// +validation:MinLength=1\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
});

export const markerContradictsType = defineDiagnostic({
  code: 'OPG1113',
  title: 'Marker that contradicts the type',
  explanation: 'The marker names fields that do not exist, or sets a fractional limit for an integer.',
  example: {
    wrong: '// +validation:Minimum=0.5\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
});

export const bareNumber = defineDiagnostic({
  code: 'OPG1204',
  severity: 'warning',
  title: 'Ambiguous number type',
  explanation:
    'Kubernetes distinguishes 32-bit integers, 64-bit integers and floating point numbers; TypeScript does not. Use Int32, Int64 or Double of @opgen/runtime, or Integer for an integer without a format. Integer generates the same schema as number, without the warning.',
  example: { wrong: 'size: number;', right: 'size: Int32;' },
});

export const missingDefault = defineDiagnostic({
  code: 'OPG1211',
  title: 'Field without a default in Defaults',
  explanation:
    'Defaults lets clients omit the fields that it names, because the API server sets them. Each of these fields needs a +default marker.',
  example: {
    wrong: "export interface MemcachedSpec extends Defaults<'size'> {\n  size: Int32;\n}",
    right: "export interface MemcachedSpec extends Defaults<'size'> {\n  // +default=1\n  size: Int32;\n}",
  },
});

export const ambiguousUnion = defineDiagnostic({
  code: 'OPG1209',
  title: 'Ambiguous union of objects',
  explanation:
    'A structural schema declares each property once, for all members of a union. A property that several members have must have the same type in each of them, and defaults and preserved unknown fields must be declared on the union.',
  example: {
    wrong: 'store: { size: Int32 } | { size: string };',
    right: 'store: { size: Int32 } | { claim: string };',
  },
});

export const invalidRule = defineDiagnostic({
  code: 'OPG2113',
  title: 'Invalid CEL expression',
  explanation:
    'The API server compiles the expression when the CRD is created, and checks it against the types of the fields. A property name that is not a CEL identifier is escaped: `self.__namespace__`, `self.max__dash__size`.',
  example: {
    wrong: '// +validation:XValidation:rule="self > \'1\'"\nsize: Int32;',
    right: '// +validation:XValidation:rule="self > 1"\nsize: Int32;',
  },
});

export const costlyRule = defineDiagnostic({
  code: 'OPG2114',
  title: 'Expensive validation rule',
  explanation:
    'The API server estimates the cost of a rule in the worst case: for the longest lists, maps and strings that the schema allows, multiplied by the number of values that the rule applies to. Without limits in the schema, it assumes as many as fit into a request. Limit lists, maps and strings with MaxItems, MaxProperties and MaxLength.',
  example: {
    wrong: '// +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"\ntags: string[];',
    right:
      '// +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"\n' +
      '// +validation:MaxItems=16\n// +validation:items:MaxLength=63\ntags: string[];',
  },
});

export const refusedRule = defineDiagnostic({
  code: 'OPG2115',
  title: 'Invalid validation rule',
  explanation:
    'A message must be a single line, and a rule of several lines needs one. fieldPath must name an existing field. A rule can use oldSelf only where the API server can match a value with its old value, and not in the items of a list without keys.',
  example: {
    wrong:
      '// +validation:items:XValidation:rule="self == oldSelf"\n// +validation:MaxItems=16\nsizes: Int32[];',
    right: '// +validation:XValidation:rule="self == oldSelf"\n// +validation:MaxItems=16\nsizes: Int32[];',
  },
});

import { defineDiagnostic } from '../diagnostics.ts';

export const markerDoesNotFitType = defineDiagnostic({
  code: 'OPG1111',
  title: 'A marker does not fit the type',
  explanation: 'MinLength applies to strings, MinItems to lists, and so on.',
  example: {
    wrong: '// +validation:MinLength=1\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
});

export const markerContradictsType = defineDiagnostic({
  code: 'OPG1113',
  title: 'A marker contradicts the type',
  explanation: 'The marker names fields that do not exist, or sets a fractional limit for an integer.',
  example: {
    wrong: '// +validation:Minimum=0.5\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
});

export const bareNumber = defineDiagnostic({
  code: 'OPG1204',
  severity: 'warning',
  title: 'A bare number',
  explanation:
    'Kubernetes tells integers of 32 bits, of 64 bits and floating point numbers apart; TypeScript does not. Int32, Int64 and Double of @opgen/runtime are numbers that say which, and Integer is one of any size: the schema is the same, and says that it is meant.',
  example: { wrong: 'size: number;', right: 'size: Int32;' },
});

export const ambiguousUnion = defineDiagnostic({
  code: 'OPG1209',
  title: 'A union of objects cannot be told apart by a schema',
  explanation:
    'The API server knows one type for each property, whichever part of the union a value is. Properties that several parts have are of the same type, and what is filled in or kept as a whole is said of the union.',
  example: {
    wrong: 'store: { size: Int32 } | { size: string };',
    right: 'store: { size: Int32 } | { claim: string };',
  },
});

export const invalidRule = defineDiagnostic({
  code: 'OPG2113',
  title: 'A rule does not compile',
  explanation:
    'The API server reads the expression when the definition is created and knows the types of all fields. A property that is no identifier of CEL is escaped: `self.__namespace__`, `self.max__dash__size`.',
  example: {
    wrong: '// +validation:XValidation:rule="self > \'1\'"\nsize: Int32;',
    right: '// +validation:XValidation:rule="self > 1"\nsize: Int32;',
  },
});

export const costlyRule = defineDiagnostic({
  code: 'OPG2114',
  title: 'A rule costs too much',
  explanation:
    'The API server estimates the most that a rule can cost: for the largest lists, maps and texts that the schema allows, times the number of values that it is applied to. Without limits it assumes as much as fits into a request.',
  example: {
    wrong: '// +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"\ntags: string[];',
    right:
      '// +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"\n' +
      '// +validation:MaxItems=16\n// +validation:items:MaxLength=63\ntags: string[];',
  },
});

export const refusedRule = defineDiagnostic({
  code: 'OPG2115',
  title: 'A rule is not accepted',
  explanation:
    'Messages are one line, a rule of several lines needs one, fieldPath leads to a field, and oldSelf is known only where a value can be told apart from others: not within lists without keys.',
  example: {
    wrong:
      '// +validation:items:XValidation:rule="self == oldSelf"\n// +validation:MaxItems=16\nsizes: Int32[];',
    right: '// +validation:XValidation:rule="self == oldSelf"\n// +validation:MaxItems=16\nsizes: Int32[];',
  },
});

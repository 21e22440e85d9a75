import { project, type RuleCase } from './rule-case.ts';

const server = 'interface Server {\n  name: string;\n  zone?: string;\n}';
const rule = (text: string, field: string, more = server): Pick<RuleCase, 'files'> => ({
  files: project({ spec: `  // +validation:XValidation:${text}\n  ${field};`, more }),
});

/** Rules 35 to 43: rules in CEL. */
export const rules: readonly RuleCase[] = [
  {
    rule: '35 a rule is not empty',
    ...rule('rule=" "', 'size: Int32'),
    reported: 'OPG2115 4:35 the rule of size is invalid: rule is not specified',
    refused: 'rule is not specified',
  },
  {
    rule: '35 a message is not empty',
    ...rule('rule="self > 1",message=" "', 'size: Int32'),
    reported: 'OPG2115 4:54 the rule of size is invalid: message must be non-empty if specified',
    refused: 'must be non-empty if specified',
  },
  {
    rule: '35 a message has one line',
    ...rule('rule="self > 1",message="a\\nb"', 'size: Int32'),
    reported: 'OPG2115 4:54 the rule of size is invalid: message must not contain line breaks',
    refused: 'must not contain line breaks',
  },
  {
    rule: '35 a rule of several lines has a message',
    ...rule('rule="self >\\n1"', 'size: Int32'),
    reported:
      'OPG2115 4:6 the rule of size is invalid: message must be specified if rule contains line breaks',
    refused: 'message must be specified if rule contains line breaks',
  },
  {
    rule: '35 a message expression is not empty',
    ...rule('rule="self > 1",messageExpression=" "', 'size: Int32'),
    reported: 'OPG2115 4:64 the rule of size is invalid: messageExpression must be non-empty if specified',
    refused: 'messageExpression must be non-empty if specified',
  },
  {
    rule: '35 a reason is one of four',
    ...rule('rule="self > 1",reason=FieldValueTooSmall', 'size: Int32'),
    reported:
      "OPG1102 4:53 +validation:XValidation: 'FieldValueTooSmall' is not one of FieldValueInvalid, FieldValueForbidden, FieldValueRequired, FieldValueDuplicate",
    refused: 'Unsupported value: "FieldValueTooSmall"',
    byHand: ({ spec }) => {
      const fields = spec.versions[0]?.schema?.openAPIV3Schema.properties?.['spec']?.properties ?? {};
      Object.assign(fields['size'] ?? {}, {
        'x-kubernetes-validations': [{ rule: 'self > 1', reason: 'FieldValueTooSmall' }],
      });
    },
  },
  {
    rule: '35 a field path refers to a field',
    ...rule('rule="self.name != \'\'",fieldPath=.nam', 'server: Server'),
    reported: 'OPG2115 4:63 the rule of server is invalid: fieldPath must be a valid path',
    refused: 'must be a valid path',
  },
  {
    rule: '35 a field path has one line',
    ...rule('rule="self.name != \'\'",fieldPath=".name\\n"', 'server: Server'),
    reported: 'OPG2115 4:63 the rule of server is invalid: fieldPath must not contain line breaks',
    refused: 'must not contain line breaks',
  },
  ...[
    [
      "self.nam == 'a'",
      'server: Server',
      "OPG2113 4:41 the rule of server does not compile: undefined field 'nam'",
      "undefined field 'nam'",
    ],
    [
      "self > '1'",
      'size: Int32',
      "OPG2113 4:41 the rule of size does not compile: found no matching overload for '_>_' applied to '(int, string)'",
      "no matching overload for '_>_'",
    ],
    [
      'self >',
      'size: Int32',
      'OPG2113 4:42 the rule of size does not compile: Syntax error: mismatched input the end of the expression',
      'Syntax error',
    ],
    [
      'size > 1',
      'size: Int32',
      "OPG2113 4:36 the rule of size does not compile: undeclared reference to 'size'",
      "undeclared reference to 'size'",
    ],
    [
      'self + 1',
      'size: Int32',
      'OPG2113 4:35 the rule of size does not compile: cel expression must evaluate to a bool',
      'must evaluate to a bool',
    ],
    [
      'self.size() > 1',
      'size: Int32',
      "OPG2113 4:45 the rule of size does not compile: found no matching overload for 'size' applied to 'int.()'",
      "no matching overload for 'size'",
    ],
    [
      'self.a == 1',
      'extra: RawExtension',
      "OPG2113 4:41 the rule of extra does not compile: undefined field 'a'",
      "undefined field 'a'",
    ],
  ].map(([expression, field = '', reported = '', refused = '']) => ({
    rule: `36 a rule compiles, not ${expression} for ${field}`,
    ...rule(`rule="${expression}"`, field),
    reported,
    refused,
  })),
  {
    rule: '37 a rule escapes property names for CEL',
    ...rule('rule="self.max-size > 1"', "limits: { 'max-size': Int32 }"),
    reported:
      "OPG2113 4:41 the rule of limits does not compile: undefined field 'max'\nOPG2113 4:45 the rule of limits does not compile: undeclared reference to 'size'",
    refused: "undefined field 'max'",
  },
  {
    rule: '38 list items without keys have no old value',
    ...rule('rule="self == oldSelf"', 'sizes: Int32[]'),
    files: project({
      spec: '  // +validation:MaxItems=9\n  // +validation:items:XValidation:rule="self == oldSelf"\n  sizes: Int32[];',
    }),
    reported: 'OPG2115 5:41 the rule of the items of sizes uses oldSelf for an item of a list without keys',
    refused: 'oldSelf cannot be used on the uncorrelatable portion of the schema',
  },
  {
    rule: '39 only a rule that uses oldSelf can set optionalOldSelf',
    ...rule('rule="self > 1",optionalOldSelf=true', 'size: Int32'),
    reported:
      'OPG2115 4:62 the rule of size is invalid: optionalOldSelf may not be set if oldSelf is not used in rule',
    refused: 'may not be set if oldSelf is not used in rule',
  },
  {
    rule: '40 branches have no rules',
    files: project({
      spec: '  // +validation:AllOf=[{"x-kubernetes-validations":[{"rule":"self > 1"}]}]\n  size: Int32;',
    }),
    reported:
      'OPG2112 5:3 the API server rejects size (x-kubernetes-validations): must be empty to be structural',
    refused: 'must be empty to be structural',
  },
  {
    rule: '41 a rule is within the cost limit, even for the largest list',
    ...rule('rule="self.all(a, self.exists_one(b, a == b))"', 'tags: string[]'),
    reported:
      'OPG2114 4:35 the rule of tags exceeds the cost limit: its estimated cost is more than 100 times the limit',
    refused: 'estimated rule cost exceeds budget by factor of more than 100x',
  },
  {
    rule: '41 a message expression is within the cost limit',
    ...rule(
      'rule="self.size() > 1",messageExpression="self.map(a, self.map(b, a + b).join()).join()"',
      'tags: string[]',
    ),
    reported:
      'OPG2114 4:71 the rule of tags exceeds the cost limit: its estimated cost is more than 100 times the limit',
    refused: 'estimated messageExpression cost exceeds budget',
  },
  {
    rule: '42 all rules together are within the cost limit',
    files: project({
      spec: Array.from(
        { length: 16 },
        (_, index) =>
          `  // +validation:MaxItems=900\n  // +validation:items:MaxLength=10\n  // +validation:XValidation:rule="self.all(a, self.all(b, a == b))"\n  tags${index}: string[];`,
      ).join('\n'),
    }),
    reported:
      'OPG2114 6:35 the rule of tags0 contributes to a total cost above the limit\nOPG2114 10:35 the rule of tags1 contributes to a total cost above the limit\nOPG2114 14:35 the rule of tags2 contributes to a total cost above the limit\nOPG2114 18:35 the rule of tags3 contributes to a total cost above the limit\nOPG2114 71:18 the rules of Memcached exceed the total cost limit: their estimated cost is 1.167120 times the limit',
    refused: 'estimated rule cost total for entire OpenAPIv3 schema exceeds budget',
  },
  // opgen can only evaluate rules on values in the sources, such as defaults.
  {
    rule: '43 each rule is within the cost limit at run time',
    files: listWithDefault({ rules: 1, items: 650 }),
    reported:
      "OPG2112 6:6 the API server rejects sizes (default): 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.all(a, self.all(b, a == b))",
    refused: 'call cost exceeds limit for rule: self.all(a, self.all(b, a == b))',
  },
  {
    rule: '43 all rules of an object are within the cost limit at run time',
    files: listWithDefault({ rules: 14, items: 400 }),
    reported:
      'OPG2112 19:6 the API server rejects sizes (default): validation failed due to running out of cost budget, no further validation rules will be run',
    refused: 'validation failed due to running out of cost budget',
  },
];

/** A list with this many rules that compare all pairs of items, and a default with this many items. */
function listWithDefault({ rules, items }: { rules: number; items: number }): Record<string, string> {
  const costly = '  // +validation:XValidation:rule="self.all(a, self.all(b, a == b))"';
  const spec = [
    `  // +validation:MaxItems=${items}`,
    ...Array.from({ length: rules }, () => costly),
    `  // +default={${Array.from({ length: items }, () => 1).join(',')}}`,
    '  sizes: Int32[];',
  ];
  return project({ spec: spec.join('\n') });
}

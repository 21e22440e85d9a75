import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import {
  apply,
  everyWriteOf,
  type GivenPolicy,
  jsonPatch,
  policyName,
  policySpec,
  post,
} from './support/policies.ts';
import type { Scene } from './support/scene.ts';

/** Fields of a policy or a binding, and the errors that they cause, without the name of the object. */
type Case = [what: string, spec: GivenPolicy, ...errors: string[]];

/** The errors for a policy or a binding that the server rejects; it must accept one without errors. */
async function errorsOf(scene: Scene, kind: string, spec: object): Promise<string[]> {
  const answer = await post(scene, kind, 'policy', spec, '?dryRun=All');
  if (answer.status === 201) return [];
  expect(answer.status, answer.text).toBe(422);
  const details = answer.object as unknown as { details: { causes: { field: string; message: string }[] } };
  const name = policyName(scene, 'policy');
  return details.details.causes.map(({ field, message }) => `${field}: ${message.replaceAll(name, 'NAME')}`);
}

const caret = (dots: number): string => `${'.'.repeat(dots)}^`;

const ofValidating: Case[] = [
  ['nothing', { validations: [{ expression: 'true' }] }],
  [
    'neither validations nor audit annotations',
    {},
    'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
    'spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item',
  ],
  [
    'no rules',
    { match: { resourceRules: [] }, validations: [{ expression: 'true' }] },
    'spec.matchConstraints.resourceRules: Required value',
  ],
  [
    'an unknown match policy and a wrong rule',
    {
      match: {
        matchPolicy: 'Fuzzy',
        resourceRules: [{ ...everyWriteOf('configmaps'), resourceNames: ['a', 'a/b', 'a'], operations: [] }],
      },
      validations: [{ expression: 'true' }],
    },
    'spec.matchConstraints.matchPolicy: Unsupported value: "Fuzzy": supported values: "Equivalent", "Exact"',
    'spec.matchConstraints.resourceRules[0].resourceNames[1]: Invalid value: "a/b": may not contain \'/\'',
    'spec.matchConstraints.resourceRules[0].resourceNames[2]: Duplicate value: "a"',
    'spec.matchConstraints.resourceRules[0].operations: Required value',
  ],
  [
    'an unknown failure policy and reason',
    { failurePolicy: 'Maybe', validations: [{ expression: 'true', reason: 'NotFound' }] },
    'spec.failurePolicy: Unsupported value: "Maybe": supported values: "Fail", "Ignore"',
    'spec.validations[0].reason: Unsupported value: "NotFound": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
  ],
  [
    'expressions that do not compile',
    { validations: [{ expression: 'object.' }, { expression: 'foo' }, { expression: '1' }] },
    `spec.validations[0].expression: Invalid value: "object.": compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'\n | object.\n | ${caret(7)}`,
    `spec.validations[1].expression: Invalid value: "foo": compilation failed: ERROR: <input>:1:1: undeclared reference to 'foo' (in container '')\n | foo\n | ^`,
    'spec.validations[2].expression: Invalid value: "1": must evaluate to bool but got int',
  ],
  [
    'a dynamic expression',
    { validations: [{ expression: 'object.data' }] },
    'spec.validations[0].expression: Invalid value: "object.data": must evaluate to bool but got dyn',
  ],
  [
    'params without a paramKind',
    { validations: [{ expression: 'params == null' }] },
    `spec.validations[0].expression: Invalid value: "params == null": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params == null\n | ^`,
  ],
  [
    'authorizer in a messageExpression',
    {
      validations: [{ expression: 'true', messageExpression: 'authorizer.path("/a").check("get").reason()' }],
    },
    `spec.validations[0].messageExpression: Invalid value: "authorizer.path(\\"/a\\").check(\\"get\\").reason()": compilation failed: ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')\n | authorizer.path("/a").check("get").reason()\n | ^`,
  ],
  [
    'blank texts',
    { validations: [{ expression: ' ', message: ' ', messageExpression: ' ' }] },
    'spec.validations[0].expression: Required value: expression is not specified',
    'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
    'spec.validations[0].message: Invalid value: " ": must be non-empty if specified',
  ],
  [
    'a message with several lines',
    { validations: [{ expression: 'true', message: 'a\nb' }] },
    'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
  ],
  [
    'variables that are declared later, or with wrong names',
    {
      variables: [
        { name: 'first', expression: 'variables.second' },
        { name: 'second', expression: '1' },
        { name: 'for', expression: '1' },
        { name: 'a-b', expression: '1' },
      ],
      validations: [{ expression: 'variables.second == "a"' }],
    },
    `spec.variables[0].expression: Invalid value: "variables.second": compilation failed: ERROR: <input>:1:10: undefined field 'second'\n | variables.second\n | ${caret(9)}`,
    'spec.variables[2].name: Invalid value: "for": must be a valid CEL identifier',
    'spec.variables[3].name: Invalid value: "a-b": must be a valid CEL identifier',
    `spec.validations[0].expression: Invalid value: "variables.second == \\"a\\"": compilation failed: ERROR: <input>:1:18: found no matching overload for '_==_' applied to '(int, string)'\n | variables.second == "a"\n | ${caret(17)}`,
  ],
  [
    'variables without any',
    { validations: [{ expression: 'variables.a' }] },
    `spec.validations[0].expression: Invalid value: "variables.a": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.a\n | ^`,
  ],
  [
    'match conditions with variables, without names',
    {
      variables: [{ name: 'a', expression: 'true' }],
      matchConditions: [
        { name: 'first', expression: 'variables.a' },
        { name: '', expression: 'true' },
      ],
      validations: [{ expression: 'true' }],
    },
    `spec.matchConditions[0].expression: Invalid value: "variables.a": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.a\n | ^`,
    'spec.matchConditions[1].name: Required value',
  ],
  [
    'audit annotations',
    {
      auditAnnotations: [
        { key: 'a b', valueExpression: '"x"' },
        { key: 'c', valueExpression: '1' },
        { key: 'c', valueExpression: ' ' },
      ],
    },
    "spec.auditAnnotations[0].key: Invalid value: \"NAME/a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    'spec.auditAnnotations[1].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
    'spec.auditAnnotations[2].valueExpression: Required value: valueExpression is not specified',
    'spec.auditAnnotations[2].key: Duplicate value: "c"',
  ],
  [
    'a wrong paramKind',
    { paramKind: { apiVersion: 'Example.com/V1', kind: 'My_Kind' }, validations: [{ expression: 'true' }] },
    "spec.paramKind.apiVersion: Invalid value: \"Example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    "spec.paramKind.apiVersion: Invalid value: \"V1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    "spec.paramKind.kind: Invalid value: \"My_Kind\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ],
];

const ofMutating: Case[] = [
  ['nothing', { mutations: [apply('Object{}'), jsonPatch('[JSONPatch{op: "remove", path: "/data"}]')] }],
  ['no mutations', {}, 'spec.mutations: Required value: mutations must contain at least one item'],
  [
    'another operation',
    {
      match: { resourceRules: [{ ...everyWriteOf('configmaps'), operations: ['DELETE'] }] },
      mutations: [apply('Object{}')],
    },
    'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
  ],
  [
    'an expression of another type',
    { mutations: [apply('{"a": 1}'), jsonPatch('Object{}'), apply('Object.spec{}')] },
    'spec.mutations[0].applyConfiguration.expression: Invalid value: "{\\"a\\": 1}": must evaluate to Object but got map(string, int)',
    'spec.mutations[1].jsonPatch.expression: Invalid value: "Object{}": must evaluate to list(JSONPatch) but got Object',
    'spec.mutations[2].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
  ],
  [
    'a field of a JSON patch of another type',
    { mutations: [jsonPatch('[JSONPatch{op: 1}]')] },
    `spec.mutations[0].jsonPatch.expression: Invalid value: "[JSONPatch{op: 1}]": compilation failed: ERROR: <input>:1:14: expected type of field 'op' is 'string' but provided type is 'int'\n | [JSONPatch{op: 1}]\n | ${caret(13)}`,
  ],
  [
    'another patch than its type says',
    {
      mutations: [
        { ...apply('Object{}'), patchType: 'JSONPatch' },
        { ...apply('Object{}'), patchType: 'Merge' },
      ],
    },
    'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
    'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
    'spec.mutations[1].patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"',
  ],
  [
    'an unknown reinvocation policy',
    { reinvocationPolicy: 'Always', mutations: [apply('Object{}')] },
    'spec.reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"',
  ],
];

const ofBindings: Case[] = [
  ['nothing', { policyName: 'a', validationActions: ['Deny'] }],
  [
    'no policy and no action',
    {},
    'spec.policyName: Required value',
    'spec.validationActions: Required value: at least one validation action is required',
  ],
  [
    'actions that exclude each other',
    { policyName: 'A', validationActions: ['Deny', 'Warn', 'Log'] },
    "spec.policyName: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    'spec.validationActions[2]: Unsupported value: "Log": supported values: "Audit", "Deny", "Warn"',
    'spec.validationActions: Invalid value: ["Deny","Warn","Log"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
  ],
  [
    'params without name and selector',
    { policyName: 'a', validationActions: ['Deny'], paramRef: {} },
    'spec.paramRef: Required value: one of name or selector must be specified',
    'spec.paramRef.parameterNotFoundAction: Required value',
  ],
  [
    'params with name and selector',
    {
      policyName: 'a',
      validationActions: ['Deny'],
      paramRef: { name: 'b', selector: {}, parameterNotFoundAction: 'Deny' },
    },
    'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
    'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
  ],
];

conformance('the validation of policies', (it) => {
  for (const [what, spec, ...errors] of ofValidating) {
    it(`finds ${what} in a validating policy`, async (scene) => {
      const full = policySpec(scene, 'Validating', spec);
      expect(await errorsOf(scene, 'ValidatingAdmissionPolicy', full)).toEqual(errors);
    });
  }

  for (const [what, spec, ...errors] of ofMutating) {
    it(`finds ${what} in a mutating policy`, async (scene) => {
      const full = policySpec(scene, 'Mutating', spec);
      expect(await errorsOf(scene, 'MutatingAdmissionPolicy', full)).toEqual(errors);
    });
  }

  for (const [what, spec, ...errors] of ofBindings) {
    it(`finds ${what} in a binding`, async (scene) => {
      expect(await errorsOf(scene, 'ValidatingAdmissionPolicyBinding', spec)).toEqual(errors);
    });
  }

  it('fills in defaults', async (scene) => {
    const rule = everyWriteOf('configmaps');
    const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] };
    const answer = await post(scene, 'ValidatingAdmissionPolicy', 'policy', spec, '?dryRun=All');
    expect(answer.object.spec, answer.text).toEqual({
      failurePolicy: 'Fail',
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [{ ...rule, scope: '*' }],
      },
      validations: [{ expression: 'true' }],
    });
    expect(answer.object.metadata.generation).toBe(1);
  });
});

import type { Environment } from '../check/environment.ts';
import type { Functions } from '../functions/overload.ts';
import { kubernetesFunctions, kubernetesTypes } from '../libraries/kubernetes.ts';
import type { ValidationRule } from '../../schema/json-schema-props.ts';
import type { SchemaType } from '../schema/schema-type.ts';
import { optionalType } from '../types/type.ts';
import { type CompileFailure, type Compiled, type Wording, compile, isFailure } from './compile.ts';

/** A compiled rule. A part that does not compile is missing and has a failure instead. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  readonly program: Compiled | undefined;
  readonly failure: CompileFailure | undefined;
  readonly message: Compiled | undefined;
  readonly messageFailure: CompileFailure | undefined;
  /** Whether the rule reads oldSelf, and so applies only to updates. */
  readonly usesOldSelf: boolean;
}

const ofRule: Wording = {
  compilation: 'compilation failed',
  type: 'cel expression must evaluate to a bool',
  instantiation: 'program instantiation failed',
};

const ofMessage: Wording = {
  compilation: 'messageExpression compilation failed',
  type: 'messageExpression must evaluate to a string',
  instantiation: 'messageExpression instantiation failed',
};

/** Compiles a rule for values of a type. An empty rule has neither a program nor a failure. */
export function compileRule(
  rule: ValidationRule,
  self: SchemaType,
  functions: Functions = kubernetesFunctions,
): CompiledRule {
  const nothing = {
    rule,
    program: undefined,
    failure: undefined,
    message: undefined,
    messageFailure: undefined,
  };
  if (rule.rule.trim() === '') return { ...nothing, usesOldSelf: false };
  const environment = ruleEnvironment(self, rule.optionalOldSelf === true, functions);
  const program = compile(rule.rule, environment, 'bool', self, ofRule);
  if (isFailure(program)) return { ...nothing, failure: program, usesOldSelf: false };
  const usesOldSelf = program.checked.references().some(({ name }) => name === 'oldSelf');
  if (!rule.messageExpression) return { ...nothing, program, usesOldSelf };
  const message = compile(rule.messageExpression, environment, 'string', self, ofMessage);
  return isFailure(message)
    ? { ...nothing, program, messageFailure: message, usesOldSelf }
    : { ...nothing, program, message, usesOldSelf };
}

function ruleEnvironment({ type }: SchemaType, optionalOldSelf: boolean, functions: Functions): Environment {
  const variables = new Map([
    ['self', type],
    ['oldSelf', optionalOldSelf ? optionalType(type) : type],
  ]);
  return { variables, functions, types: kubernetesTypes };
}

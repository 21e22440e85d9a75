import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';
import { schemaType } from '../schema/schema-type.ts';
import type { Problem } from '../source/problem.ts';
import { compileRule } from './compile-rule.ts';

/** The other fields of a rule, and whether its schema describes a resource. */
export interface CheckRuleOptions {
  readonly optionalOldSelf?: boolean;
  readonly messageExpression?: string;
  /** True if the schema describes a whole resource, whose kind and metadata.name a rule can read. */
  readonly isResource?: boolean;
}

/** The result of checking a rule without a value. */
export interface RuleCheck {
  /** Compile errors, with places in the rule. */
  readonly problems: readonly Problem[];
  /** Compile errors of the messageExpression, with places in it. */
  readonly messageProblems: readonly Problem[];
  /** True for transition rules, which read oldSelf and apply only to updates. */
  readonly usesOldSelf: boolean;
  /** The estimated cost of one evaluation. The API server multiplies it by the largest possible number of values. */
  readonly estimatedCost: bigint;
  readonly estimatedMessageCost: bigint;
}

/** Compiles one rule against a schema, as the API server does when a definition is created. */
export function checkRule(text: string, schema: JSONSchemaProps, options: CheckRuleOptions = {}): RuleCheck {
  const { isResource = false, optionalOldSelf, messageExpression } = options;
  const nothing = { messageProblems: [], usesOldSelf: false, estimatedCost: 0n, estimatedMessageCost: 0n };
  const type = schemaType(schema, isResource);
  if (type === undefined) {
    const message = 'rules cannot read values of this schema: it has no type';
    return { ...nothing, problems: [{ message }] };
  }
  const rule = {
    rule: text,
    ...(optionalOldSelf !== undefined && { optionalOldSelf }),
    ...(messageExpression !== undefined && { messageExpression }),
  };
  const compiled = compileRule(rule, type);
  return {
    problems: compiled.failure?.problems ?? [],
    messageProblems: compiled.messageFailure?.problems ?? [],
    usesOldSelf: compiled.usesOldSelf,
    estimatedCost: compiled.program?.cost ?? 0n,
    estimatedMessageCost: compiled.message?.cost ?? 0n,
  };
}

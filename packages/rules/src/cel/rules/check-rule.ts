import type { RuleSchema } from '../schema/rule-schema.ts';
import { schemaType } from '../schema/schema-type.ts';
import type { Problem } from '../source/problem.ts';
import { compileRule } from './compile-rule.ts';

/** What a rule says beside its expression, and where it stands. */
export interface CheckRuleOptions {
  readonly optionalOldSelf?: boolean;
  readonly messageExpression?: string;
  /** Whether the schema is that of a whole resource, whose kind and metadata.name a rule can read. */
  readonly isResource?: boolean;
}

/** What there is to say about a rule without any value. */
export interface RuleCheck {
  /** With places in the rule. */
  readonly problems: readonly Problem[];
  /** With places in the message expression. */
  readonly messageProblems: readonly Problem[];
  /** Whether it compares with the former value, and so applies to updates only. */
  readonly usesOldSelf: boolean;
  /** What one evaluation costs at most; the API server multiplies it by the number of values there can be. */
  readonly estimatedCost: bigint;
  readonly estimatedMessageCost: bigint;
}

/** Checks one rule on values of a schema, as the API server does when a definition is created. */
export function checkRule(text: string, schema: RuleSchema, options: CheckRuleOptions = {}): RuleCheck {
  const { isResource = false, optionalOldSelf, messageExpression } = options;
  const nothing = { messageProblems: [], usesOldSelf: false, estimatedCost: 0n, estimatedMessageCost: 0n };
  const type = schemaType(schema, isResource);
  if (type === undefined) {
    const message = 'rules cannot see values of this schema: it does not say which type they have';
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

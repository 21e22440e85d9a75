import { check } from '../cel/check/check.ts';
import { type Program, programOf } from '../cel/evaluate/program.ts';
import { parse } from '../cel/syntax/parse.ts';
import { parametersOf, sameType, type Type } from '../cel/types/type.ts';
import { EvaluationError } from '../cel/values/evaluation-error.ts';
import { admissionEnvironment, type Names } from './environment.ts';

/** An expression of a webhook or a policy: it can be evaluated, or it does not compile. */
export interface AdmissionExpression {
  readonly expression: string;
  /** Absent if the expression does not compile. */
  readonly program?: Program;
  /** Absent if the expression does not compile. */
  readonly type?: Type;
  /** Why it does not compile, in the API server's words. */
  readonly problem?: string;
}

/** Compiles an expression that must return one of some types, or any if none is given. */
export function compileExpression(
  expression: string,
  names: Names,
  wanted: readonly Type[] = [],
): AdmissionExpression {
  const { source, expression: parsed, problems } = parse(expression);
  if (parsed === undefined) return { expression, problem: `compilation failed: ${source.print(problems)}` };
  const { checked, problems: found } = check(source, parsed, admissionEnvironment(names));
  if (checked === undefined) return { expression, problem: `compilation failed: ${source.print(found)}` };
  const { type } = checked;
  if (wanted.length > 0 && !wanted.some((each) => sameType(each, type)))
    return { expression, problem: typeProblem(wanted, type) };
  try {
    return { expression, program: programOf(checked), type };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { expression, problem: `program instantiation failed: ${error.message}` };
  }
}

function typeProblem(wanted: readonly Type[], found: Type): string {
  const [first, ...others] = wanted.map(typeText);
  const expected = others.length === 0 ? first : `one of [${[first, ...others].join(' ')}]`;
  return `must evaluate to ${expected} but got ${typeText(found)}`;
}

const runtimeNames: Readonly<Record<string, string>> = {
  null: 'null_type',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
};

/** A type by the name that it has at run time. */
function typeText(type: Type): string {
  const name = 'name' in type ? type.name : (runtimeNames[type.kind] ?? type.kind);
  const parameters = parametersOf(type).map(typeText).join(', ');
  return parameters === '' ? name : `${name}(${parameters})`;
}

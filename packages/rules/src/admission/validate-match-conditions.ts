import { duplicates, type FieldError, invalid, required, tooMany } from '../field-errors.ts';
import { objectsIn } from '../json.ts';
import { qualifiedNameProblems } from '../names/qualified-names.ts';

/** The largest number of match conditions of a webhook or a policy. */
export const mostConditions = 64;

/** The errors of match conditions; `compile` reports why an expression does not compile. */
export function validateMatchConditions(
  given: unknown,
  path: string,
  compile: (expression: string) => string | undefined,
): FieldError[] {
  const conditions = objectsIn(given);
  const names = conditions.map(({ name }) => String(name ?? ''));
  return [
    ...(conditions.length > mostConditions ? [tooMany(path, conditions.length, mostConditions)] : []),
    ...conditions.flatMap(({ expression }, i) => [
      ...validateExpression(String(expression ?? '').trim(), `${path}[${i}].expression`, compile),
      ...validateConditionName(names[i] ?? '', `${path}[${i}].name`),
    ]),
    ...duplicates(names.flatMap((name, i) => (name === '' ? [] : [[`${path}[${i}].name`, name] as const]))),
  ];
}

function validateExpression(
  expression: string,
  path: string,
  compile: (expression: string) => string | undefined,
): FieldError[] {
  if (expression === '') return [required(path)];
  const problem = compile(expression);
  return problem === undefined ? [] : [invalid(path, expression, problem)];
}

function validateConditionName(name: string, path: string): FieldError[] {
  if (name === '') return [required(path)];
  return qualifiedNameProblems(name).map((problem) => invalid(path, name, problem));
}

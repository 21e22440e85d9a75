import { admissionEnvironment } from '../admission/environment.ts';
import { check } from '../cel/check/check.ts';
import type { Environment } from '../cel/check/environment.ts';
import { schemaType } from '../cel/schema/schema-type.ts';
import { parse } from '../cel/syntax/parse.ts';
import { dynType, objectType, type Type } from '../cel/types/type.ts';
import type { JSONSchemaProps } from '../schema/json-schema-props.ts';
import { type Resolve, resolved } from '../schema/read-schema.ts';
import type { ValidatingAdmissionPolicy } from './policy.ts';
import { visibleType } from './variables.ts';

/** A kind with its schema, whose references `resolve` finds. */
export interface TypedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: JSONSchemaProps;
}

/** A type error of an expression, in `status.typeChecking` of a policy. */
export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/**
 * Checks the validations of a policy against the schemas of the kinds that it matches, and of its params. Reports what
 * an expression without known types hides, such as an unknown field.
 */
export function typeCheck(
  { spec }: ValidatingAdmissionPolicy,
  kinds: readonly TypedKind[],
  params: TypedKind | undefined,
  resolve: Resolve,
): ExpressionWarning[] {
  const { validations = [], variables = [], paramKind } = spec;
  const paramsType = paramKind && typeOf(params, resolve);
  const environments = kinds.map((kind) => {
    const base = typedEnvironment(typeOf(kind, resolve), paramsType);
    return { kind, environment: withVariables(base, variables) };
  });
  const warning = (expression: string, fieldRef: string): ExpressionWarning[] => {
    const messages = environments.flatMap(({ kind, environment }) => {
      const { problem } = typeIn(environment, expression);
      return problem === undefined ? [] : [`${named(kind)}: ${problem}\n`];
    });
    return messages.length === 0 ? [] : [{ fieldRef, warning: messages.join('\n') }];
  };
  return validations.flatMap(({ expression, messageExpression = '' }, i) => [
    ...warning(expression, `spec.validations[${i}].expression`),
    ...(messageExpression === ''
      ? []
      : warning(messageExpression, `spec.validations[${i}].messageExpression`)),
  ]);
}

function named({ group, version, kind }: TypedKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

function typedEnvironment(object: Type, params: Type | undefined): Environment {
  const { variables, ...rest } = admissionEnvironment({ authorizer: true, variables: new Map() });
  const typed = new Map([...variables, ['object', object] as const, ['oldObject', object] as const]);
  if (params !== undefined) typed.set('params', params);
  typed.delete('authorizer.requestResource');
  return { ...rest, variables: typed };
}

function withVariables(
  environment: Environment,
  variables: readonly { readonly name: string; readonly expression: string }[],
): Environment {
  let current = environment;
  const types: Record<string, Type> = {};
  for (const { name, expression } of variables) {
    types[name] = visibleType(typeIn(current, expression).type ?? dynType);
    const declared = new Map(environment.variables).set(
      'variables',
      objectType('kubernetes.variables', types),
    );
    current = { ...environment, variables: declared };
  }
  return current;
}

function typeIn(environment: Environment, expression: string): { type?: Type; problem?: string } {
  const { source, expression: parsed, problems } = parse(expression);
  if (parsed === undefined) return { problem: source.print(problems) };
  const { checked, problems: found } = check(source, parsed, environment);
  return checked === undefined ? { problem: source.print(found) } : { type: checked.type };
}

function typeOf(kind: TypedKind | undefined, resolve: Resolve): Type {
  if (kind === undefined) return dynType;
  return schemaType(inlined(kind.schema, resolve, []), true, kind.kind)?.type ?? dynType;
}

/** The schema with its references replaced. A type that contains itself ends with an object without fields. */
function inlined(
  schema: JSONSchemaProps,
  resolve: Resolve,
  above: readonly JSONSchemaProps[],
): JSONSchemaProps {
  const node = resolved(schema, resolve);
  if (above.includes(node)) return { type: 'object' };
  const within = [...above, node];
  const { properties, items, additionalProperties, format } = node;
  if (format === 'int-or-string') return { 'x-kubernetes-int-or-string': true };
  return {
    ...node,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, inlined(part, resolve, within)]),
      ),
    }),
    ...(items && { items: inlined(items, resolve, within) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: inlined(additionalProperties, resolve, within),
    }),
  };
}

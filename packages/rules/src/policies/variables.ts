import { type AdmissionExpression, compileExpression } from '../admission/compile.ts';
import type { Names } from '../admission/environment.ts';
import { dynType, listType, mapType, type Type } from '../cel/types/type.ts';
import type { Variable } from './policy.ts';

/** The variables of a policy, which can read those before them. */
export class PolicyVariables {
  readonly expressions = new Map<string, AdmissionExpression>();
  readonly types = new Map<string, Type>();
  readonly #names: Names;

  constructor(names: Names, variables: readonly Variable[] = []) {
    this.#names = names;
    for (const variable of variables) this.add(variable);
  }

  /** Compiles a variable. Later expressions can read it even if it does not compile. */
  add({ name, expression }: Variable): AdmissionExpression {
    const compiled = compileExpression(expression, { ...this.#names, variables: this.types });
    this.expressions.set(name, compiled);
    this.types.set(name, visibleType(compiled.type ?? dynType));
    return compiled;
  }
}

/** The type of a variable as other expressions see it: objects and optionals are dynamic. */
export function visibleType(type: Type): Type {
  switch (type.kind) {
    case 'list':
      return listType(visibleType(type.element));
    case 'map':
      return mapType(visibleType(type.key), visibleType(type.value));
    case 'type':
    case 'opaque':
    case 'object':
    case 'parameter':
    case 'error':
      return dynType;
    default:
      return type;
  }
}

import { type Library, method } from '../functions/overload.ts';
import { dns1123LabelProblem, dns1123SubdomainProblem } from '../../names/dns-names.ts';
import { boolType, libraryType, stringType } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { AccessCheck, AccessDecision, Authorize } from './access-check.ts';
import type { Opaque } from '../values/value.ts';

type Step = 'Authorizer' | 'PathCheck' | 'GroupCheck' | 'ResourceCheck';

const typeName = (name: string): string => `kubernetes.authorization.${name}`;

/** The type of the variable `authorizer`. */
export const authorizerType = libraryType(typeName('Authorizer'));
/** The type of the variable `authorizer.requestResource`. */
export const resourceCheckType = libraryType(typeName('ResourceCheck'));
const pathCheckType = libraryType(typeName('PathCheck'));
const groupCheckType = libraryType(typeName('GroupCheck'));
const decisionType = libraryType(typeName('Decision'));

/** An unfinished check: each method adds a part to it. */
class Check implements Opaque {
  readonly kind = 'opaque';
  readonly typeName: string;
  readonly authorize: Authorize;
  readonly parts: Omit<AccessCheck, 'verb'>;

  constructor(step: Step, authorize: Authorize, parts: Omit<AccessCheck, 'verb'>) {
    this.typeName = typeName(step);
    this.authorize = authorize;
    this.parts = parts;
  }

  with(step: Step, parts: Omit<AccessCheck, 'verb'>): Check {
    return new Check(step, this.authorize, { ...this.parts, ...parts });
  }

  equals(other: Opaque): boolean {
    return other === this;
  }
}

class Decision implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = typeName('Decision');
  readonly decision: AccessDecision;

  constructor(decision: AccessDecision) {
    this.decision = decision;
  }

  equals(other: Opaque): boolean {
    return other === this;
  }
}

/** The value of the variable `authorizer`. */
export function authorizer(authorize: Authorize): Opaque {
  return new Check('Authorizer', authorize, {});
}

/** The value of the variable `authorizer.requestResource`: a check of the written resource. */
export function resourceAuthorizer(authorize: Authorize, resource: Omit<AccessCheck, 'verb'>): Opaque {
  return new Check('ResourceCheck', authorize, resource);
}

const part = (id: string, name: 'subresource' | 'namespace' | 'name'): Library[string] => [
  method(id, [resourceCheckType, stringType], resourceCheckType, (check: Check, value: string) =>
    check.with('ResourceCheck', { [name]: value }),
  ),
];

/** Selectors narrow a check; RBAC, which decides here, ignores them. */
const selector = (id: string): Library[string] => [
  method(id, [resourceCheckType, stringType], resourceCheckType, (check: Check) => check),
];

const decided = (check: Check, verb: string): Decision =>
  new Decision(check.authorize({ ...check.parts, verb }));

/** The functions of `authorizer`. */
export const authorization: Library = {
  path: [
    method('authorizer_path', [authorizerType, stringType], pathCheckType, (from: Check, path: string) =>
      from.with('PathCheck', { path: filled('path', path) }),
    ),
  ],
  group: [
    method('authorizer_group', [authorizerType, stringType], groupCheckType, (from: Check, group: string) =>
      from.with('GroupCheck', { group }),
    ),
  ],
  serviceAccount: [
    method('authorizer_serviceaccount', [authorizerType, stringType, stringType], authorizerType, forAccount),
  ],
  resource: [
    method(
      'groupcheck_resource',
      [groupCheckType, stringType],
      resourceCheckType,
      (check: Check, resource: string) =>
        check.with('ResourceCheck', { resource: filled('resource', resource) }),
    ),
  ],
  subresource: part('resourcecheck_subresource', 'subresource'),
  namespace: part('resourcecheck_namespace', 'namespace'),
  name: part('resourcecheck_name', 'name'),
  fieldSelector: selector('authorizer_fieldselector'),
  labelSelector: selector('authorizer_labelselector'),
  check: [
    method('pathcheck_check', [pathCheckType, stringType], decisionType, decided),
    method('resourcecheck_check', [resourceCheckType, stringType], decisionType, decided),
  ],
  allowed: [
    method('decision_allowed', [decisionType], boolType, ({ decision }: Decision) => decision.allowed),
  ],
  reason: [
    method('decision_reason', [decisionType], stringType, ({ decision }: Decision) => decision.reason ?? ''),
  ],
  errored: [method('decision_errored', [decisionType], boolType, () => false)],
  error: [method('decision_error', [decisionType], stringType, () => '')],
};

function filled(name: string, value: string): string {
  if (value.trim() === '') throw new EvaluationError(`${name} must not be empty`);
  return value;
}

function forAccount(from: Check, namespace: string, name: string): Check {
  if (dns1123SubdomainProblem(name) !== undefined) throw new EvaluationError('Invalid service account name');
  if (dns1123LabelProblem(namespace) !== undefined)
    throw new EvaluationError('Invalid service account namespace');
  return from.with('Authorizer', { serviceAccount: { namespace, name } });
}

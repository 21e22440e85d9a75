import type { Authorize } from '@opgen/rules/match-conditions';
import { serviceAccountGroups } from '../authentication/authentication.ts';
import { decision } from '../authorization/authorizer.ts';
import type { Core } from '../core.ts';
import type { User } from '../serving/request.ts';

/** Decides the checks of the variable `authorizer` in expressions. */
export function authorizeFor(core: Core, user: User): Authorize {
  return ({ serviceAccount, path, ...check }) =>
    decision(core, {
      user: serviceAccount === undefined ? user : userOf(serviceAccount),
      ...check,
      ...(path !== undefined && { nonResourcePath: path }),
    });
}

function userOf({ namespace, name }: { namespace: string; name: string }): User {
  return { name: `system:serviceaccount:${namespace}:${name}`, groups: serviceAccountGroups(namespace) };
}

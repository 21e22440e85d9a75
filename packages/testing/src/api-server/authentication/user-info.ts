import type { JsonObject } from '@opgen/rules/json';
import type { User } from '../serving/request.ts';

/** A user as API objects describe it. */
export function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    groups,
    ...(extra !== undefined && { extra }),
  };
}

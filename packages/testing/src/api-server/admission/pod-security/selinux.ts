import type { SELinuxOptions } from '@opgen/runtime/kinds/core/v1';
import { containersOf, distinct, type FindViolation, plural, quoted, setters } from './check.ts';

/** Containers may have only these SELinux types, and no user or role. */
export function seLinuxOptionsExcept(allowed: readonly string[]): FindViolation {
  const isTypeAllowed = (type: string): boolean => type === '' || allowed.includes(type);
  const isWrong = ({ type = '', user = '', role = '' }: SELinuxOptions): boolean =>
    !isTypeAllowed(type) || user !== '' || role !== '';
  return ({ spec }) => {
    const wrong = setters(
      spec,
      ({ seLinuxOptions }) => seLinuxOptions !== undefined && isWrong(seLinuxOptions),
    );
    if (wrong === '') return undefined;
    const options = [spec.securityContext, ...containersOf(spec).map((each) => each.securityContext)].flatMap(
      (context) => context?.seLinuxOptions ?? [],
    );
    const types = distinct(options.flatMap(({ type = '' }) => (isTypeAllowed(type) ? [] : type)));
    const problems = [
      ...(types.length > 0 ? [`${plural('type', types)} ${quoted(types)}`] : []),
      ...(options.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(options.some(({ role }) => role) ? ['role may not be set'] : []),
    ];
    return {
      reason: 'seLinuxOptions',
      detail: `${wrong} set forbidden securityContext.seLinuxOptions: ${problems.join('; ')}`,
    };
  };
}

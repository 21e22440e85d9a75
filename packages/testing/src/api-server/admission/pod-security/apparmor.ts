import { goQuote } from '@opgen/rules/go-text';
import { type CheckedPod, containersOf, distinct, plural, quoted, setters, type Violation } from './check.ts';

const annotation = 'container.apparmor.security.beta.kubernetes.io/';

/** AppArmor profiles must confine the containers. */
export function forbiddenAppArmorProfile({ annotations, spec }: CheckedPod): Violation | undefined {
  const wrong = setters(spec, ({ appArmorProfile }) => !isAllowed(appArmorProfile?.type));
  const types = [spec.securityContext, ...containersOf(spec).map((each) => each.securityContext)].flatMap(
    (context) => context?.appArmorProfile?.type ?? [],
  );
  const forbidden = Object.entries(annotations)
    .filter(([key, value]) => key.startsWith(annotation) && !/^($|runtime\/default$|localhost\/)/.test(value))
    .map(([key, value]) => `${key}=${goQuote(value)}`)
    .toSorted();
  const all = [
    ...(wrong === '' ? [] : [wrong]),
    ...(forbidden.length > 0 ? [plural('annotation', forbidden)] : []),
  ];
  if (all.length === 0) return undefined;
  const values = [...distinct(types.filter((type) => !isAllowed(type))), ...forbidden];
  return {
    reason: plural('forbidden AppArmor profile', values),
    detail: `${all.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
}

function isAllowed(type: string | undefined): boolean {
  return type === undefined || type === 'RuntimeDefault' || type === 'Localhost';
}

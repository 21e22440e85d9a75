import { goQuote } from '@opgen/rules/go-text';
import type { PodSpec } from '@opgen/runtime/kinds/core/v1';
import {
  type CheckedPod,
  containersOf,
  containersThat,
  containers,
  distinct,
  plural,
  quoted,
  setters,
  type Violation,
} from './check.ts';

const reason = 'seccompProfile';
const ofPod = 'seccomp.security.alpha.kubernetes.io/pod';
const ofContainer = 'container.seccomp.security.alpha.kubernetes.io/';

interface Context {
  readonly seccompProfile?: { readonly type: string };
}

/** Before 1.19, annotations set the profile. */
export function forbiddenSeccompAnnotations({ annotations, spec }: CheckedPod): Violation | undefined {
  const keys = [ofPod, ...containersOf(spec).map(({ name }) => `${ofContainer}${name}`)];
  const forbidden = distinct(
    keys.flatMap((key) => {
      const value = annotations[key];
      const isAllowed =
        value === undefined || /^(runtime\/default$|docker\/default$|localhost\/)/.test(value);
      return isAllowed ? [] : `${key}=${goQuote(value)}`;
    }),
  );
  if (forbidden.length === 0) return undefined;
  return { reason, detail: `forbidden ${plural('annotation', forbidden)} ${forbidden.join(', ')}` };
}

/** Profiles that are set must confine the containers. */
export function forbiddenSeccompProfile({ spec }: CheckedPod): Violation | undefined {
  const wrong = setters(spec, (context) => context.seccompProfile !== undefined && !isConfined(context));
  if (wrong === '') return undefined;
  const types = distinct(profiles(spec).filter((type) => !isAllowed(type)));
  return { reason, detail: `${wrong} must not set securityContext.seccompProfile.type to ${quoted(types)}` };
}

/** All containers must have a profile that confines them. */
export function missingSeccompProfile(pod: CheckedPod): Violation | undefined {
  const forbidden = forbiddenSeccompProfile(pod);
  const { spec } = pod;
  if (forbidden !== undefined || isConfined(spec.securityContext ?? {})) return forbidden;
  const names = containersThat(spec, ({ securityContext }) => securityContext?.seccompProfile === undefined);
  if (names.length === 0) return undefined;
  const detail = `pod or ${containers(names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason, detail };
}

function profiles(spec: PodSpec): string[] {
  const contexts = [
    spec.securityContext,
    ...containersOf(spec).map(({ securityContext }) => securityContext),
  ];
  return contexts.flatMap((context) => context?.seccompProfile?.type ?? []);
}

function isConfined({ seccompProfile }: Context): boolean {
  return seccompProfile !== undefined && isAllowed(seccompProfile.type);
}

function isAllowed(type: string): boolean {
  return type === 'Localhost' || type === 'RuntimeDefault';
}

import type { Container, PodSpec } from '@opgen/runtime/kinds/core/v1';
import {
  type CheckedPod,
  containersOf,
  containersThat,
  containers,
  distinct,
  quoted,
  type Violation,
} from './check.ts';

/** The capabilities that container runtimes give by default. */
const byDefault = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

/** Containers may add only the capabilities that they have by default. */
export function addedCapabilities({ spec }: CheckedPod): Violation | undefined {
  const detail = forbiddenAdditions(spec, (name) => !byDefault.has(name));
  return detail === undefined ? undefined : { reason: 'non-default capabilities', detail };
}

/** Containers must drop all capabilities, and may add only one. */
export function unrestrictedCapabilities({ spec }: CheckedPod): Violation | undefined {
  const keeping = containersThat(
    spec,
    ({ securityContext }) => securityContext?.capabilities?.drop?.includes('ALL') !== true,
  );
  const details = [
    ...(keeping.length > 0
      ? [`${containers(keeping)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    forbiddenAdditions(spec, (name) => name !== 'NET_BIND_SERVICE') ?? [],
  ].flat();
  return details.length === 0
    ? undefined
    : { reason: 'unrestricted capabilities', detail: details.join('; ') };
}

function forbiddenAdditions(spec: PodSpec, isForbidden: (name: string) => boolean): string | undefined {
  const names = containersThat(spec, (container) => added(container).some(isForbidden));
  if (names.length === 0) return undefined;
  const forbidden = distinct(containersOf(spec).flatMap(added).filter(isForbidden));
  return `${containers(names)} must not include ${quoted(forbidden)} in securityContext.capabilities.add`;
}

function added({ securityContext }: Container): readonly string[] {
  return securityContext?.capabilities?.add ?? [];
}

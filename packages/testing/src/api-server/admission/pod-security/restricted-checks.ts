import type { Volume } from '@opgen/runtime/kinds/core/v1';
import { procMount, uses } from './baseline-checks.ts';
import {
  type Check,
  containersThat,
  containers,
  distinct,
  exceptInUserNamespace,
  exceptOnWindows,
  type FindViolation,
  plural,
  quoted,
  setters,
} from './check.ts';
import { unrestrictedCapabilities } from './capabilities.ts';
import { missingSeccompProfile } from './seccomp.ts';

const volumeTypes = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

const privilegeEscalation: FindViolation = ({ spec }) => {
  const names = containersThat(
    spec,
    ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false,
  );
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containers(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const restrictedVolumes: FindViolation = ({ spec: { volumes = [] } }) => {
  const bad = volumes.filter((volume) => !typesOf(volume).some((type) => volumeTypes.has(type)));
  if (bad.length === 0) return undefined;
  const names = bad.map(({ name }) => name);
  const types = distinct(bad.map((volume) => typesOf(volume)[0] ?? 'unknown'));
  const what = `${plural('restricted volume type', types)} ${quoted(types)}`;
  return {
    reason: 'restricted volume types',
    detail: `${uses(`${plural('volume', names)} ${quoted(names)}`, names)} ${what}`,
  };
};

function typesOf(volume: Volume): string[] {
  return Object.keys(volume).filter((key) => key !== 'name');
}

const runAsRoot: FindViolation = ({ spec }) => {
  const reason = 'runAsNonRoot != true';
  const wrong = setters(spec, ({ runAsNonRoot }) => runAsNonRoot === false);
  if (wrong !== '') return { reason, detail: `${wrong} must not set securityContext.runAsNonRoot=false` };
  if (spec.securityContext?.runAsNonRoot === true) return undefined;
  const names = containersThat(spec, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (names.length === 0) return undefined;
  return { reason, detail: `pod or ${containers(names)} must set securityContext.runAsNonRoot=true` };
};

const runAsUser: FindViolation = ({ spec }) => {
  const wrong = setters(spec, (context) => context.runAsUser === 0);
  return wrong === '' ? undefined : { reason: 'runAsUser=0', detail: `${wrong} must not set runAsUser=0` };
};

/** The checks that the restricted level has beside those of baseline, in the order of messages. */
export const restrictedChecks: readonly Check[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      { since: 8, violation: privilegeEscalation },
      { since: 25, violation: exceptOnWindows(privilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    versions: [
      { since: 22, violation: unrestrictedCapabilities },
      { since: 25, violation: exceptOnWindows(unrestrictedCapabilities) },
    ],
    replaces: 'capabilities_baseline',
  },
  { id: 'procMount_restricted', versions: [{ since: 35, violation: procMount }], replaces: 'procMount' },
  {
    id: 'restrictedVolumes',
    versions: [{ since: 0, violation: restrictedVolumes }],
    replaces: 'hostPathVolumes',
  },
  {
    id: 'runAsNonRoot',
    versions: [
      { since: 0, violation: runAsRoot },
      { since: 35, violation: exceptInUserNamespace(runAsRoot) },
    ],
  },
  {
    id: 'runAsUser',
    versions: [
      { since: 23, violation: runAsUser },
      { since: 35, violation: exceptInUserNamespace(runAsUser) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    versions: [
      { since: 19, violation: missingSeccompProfile },
      { since: 25, violation: exceptOnWindows(missingSeccompProfile) },
    ],
    replaces: 'seccompProfile_baseline',
  },
];

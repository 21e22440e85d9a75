import { type FieldError, invalid, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { objectIn, textIn, textsIn } from './fields.ts';
import { relativePath } from './file-paths.ts';

const highestId = 2_147_483_647;
const idRule = `must be between 0 and ${highestId}, inclusive`;
const sysctlForm = String.raw`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`;
const sysctlPattern = new RegExp(sysctlForm);
const longestSysctl = 253;

/** The security context of a Pod, and what it shares with its node. */
export function validatePodSecurity(spec: JsonObject, path: string): FieldError[] {
  const context = objectIn(spec, 'securityContext');
  const groups = Array.isArray(context['supplementalGroups']) ? context['supplementalGroups'] : [];
  const sharesBoth = spec['shareProcessNamespace'] === true && spec['hostPID'] === true;
  return [
    ...validateIds(context, path, ['fsGroup', 'runAsUser', 'runAsGroup']),
    ...groups.flatMap((group: unknown, i) => validateId(group, `${path}.supplementalGroups[${i}]`)),
    ...(sharesBoth
      ? [
          invalid(
            `${path}.shareProcessNamespace`,
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
    ...oneOf(context['fsGroupChangePolicy'], ['Always', 'OnRootMismatch'], `${path}.fsGroupChangePolicy`),
    ...validateSysctls(objectsIn(context['sysctls']), `${path}.sysctls`),
    ...validateSeccomp(context['seccompProfile'], `${path}.seccompProfile`),
  ];
}

function validateSysctls(sysctls: readonly JsonObject[], path: string): FieldError[] {
  const names = sysctls.map((sysctl) => textIn(sysctl, 'name'));
  return names.flatMap((name, i) => {
    const at = `${path}[${i}].name`;
    if (name === '') return [required(at)];
    const isRight = name.length <= longestSysctl && sysctlPattern.test(name);
    return [
      ...(isRight
        ? []
        : [invalid(at, name, `must have at most ${longestSysctl} characters and match regex ${sysctlForm}`)]),
      ...(names.indexOf(name) < i
        ? [{ type: 'Duplicate' as const, field: at, value: name, detail: '' }]
        : []),
    ];
  });
}

function validateSeccomp(profile: unknown, path: string): FieldError[] {
  if (!isObject(profile)) return [];
  const type = textIn(profile, 'type');
  const file = textIn(profile, 'localhostProfile');
  const at = `${path}.localhostProfile`;
  if (type === '') return [required(`${path}.type`, 'type is required when seccompProfile is set')];
  if (type === 'Localhost')
    return file === ''
      ? [required(at, 'must be set when seccomp type is Localhost')]
      : relativePath(file, at);
  return [
    ...oneOf(type, ['Localhost', 'RuntimeDefault', 'Unconfined'], `${path}.type`),
    ...(file === '' ? [] : [invalid(at, file, 'can only be set when seccomp type is Localhost')]),
  ];
}

/** The security context of a container. */
export function validateContainerSecurity(given: unknown, path: string): FieldError[] {
  if (!isObject(given)) return [];
  const added = textsIn(objectIn(given, 'capabilities')['add']);
  const problems =
    given['allowPrivilegeEscalation'] === false
      ? [
          ...(given['privileged'] === true
            ? ['cannot set `allowPrivilegeEscalation` to false and `privileged` to true']
            : []),
          ...(added.includes('CAP_SYS_ADMIN')
            ? ['cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN']
            : []),
        ]
      : [];
  return [
    ...validateIds(given, path, ['runAsUser', 'runAsGroup']),
    ...oneOf(given['procMount'], ['Default', 'Unmasked'], `${path}.procMount`),
    ...problems.map((problem) => invalid(path, given, problem)),
    ...validateSeccomp(given['seccompProfile'], `${path}.seccompProfile`),
  ];
}

function validateIds(context: JsonObject, path: string, names: readonly string[]): FieldError[] {
  return names.flatMap((name) => validateId(context[name], `${path}.${name}`));
}

function validateId(id: unknown, path: string): FieldError[] {
  if (typeof id !== 'number' || (id >= 0 && id <= highestId)) return [];
  return [invalid(path, id, idRule)];
}

import type { Container, LifecycleHandler, Probe } from '@opgen/runtime/kinds/core/v1';
import { forbiddenAppArmorProfile } from './apparmor.ts';
import {
  type Check,
  containersOf,
  containersThat,
  containers,
  distinct,
  exceptInUserNamespace,
  type FindViolation,
  plural,
  quoted,
  setters,
} from './check.ts';
import { addedCapabilities } from './capabilities.ts';
import { forbiddenSeccompAnnotations, forbiddenSeccompProfile } from './seccomp.ts';
import { seLinuxOptionsExcept } from './selinux.ts';

const sysctlsOf1_0 = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const sysctlsOf1_27 = [...sysctlsOf1_0, 'net.ipv4.ip_local_reserved_ports'];
const sysctlsOf1_29 = [
  ...sysctlsOf1_27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const sysctlsOf1_32 = [...sysctlsOf1_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

const seLinuxTypes = ['container_t', 'container_init_t', 'container_kvm_t'];

const hostNamespaces: FindViolation = ({ spec }) => {
  const used = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name] === true);
  if (used.length === 0) return undefined;
  return { reason: 'host namespaces', detail: used.map((name) => `${name}=true`).join(', ') };
};

const hostPathVolumes: FindViolation = ({ spec: { volumes = [] } }) => {
  const names = volumes.filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${plural('volume', names)} ${quoted(names)}` };
};

const hostPorts: FindViolation = ({ spec }) => {
  const names = containersThat(spec, (container) => hostPortsOf(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = distinct(containersOf(spec).flatMap(hostPortsOf));
  const what = `${plural('hostPort', ports)} ${ports.join(', ')}`;
  return { reason: 'hostPort', detail: `${uses(containers(names), names)} ${what}` };
};

function hostPortsOf({ ports = [] }: Container): string[] {
  return ports.flatMap(({ hostPort }) => (hostPort ? String(hostPort) : []));
}

const probeHosts: FindViolation = ({ spec }) => {
  const names = distinct(containersThat(spec, (container) => hostsOf(container).length > 0));
  if (names.length === 0) return undefined;
  const hosts = distinct(containersOf(spec).flatMap(hostsOf));
  const what = `${plural('probe or lifecycle host', hosts)} ${quoted(hosts)}`;
  return { reason: 'probe or lifecycle host', detail: `${uses(containers(names), names)} ${what}` };
};

function hostsOf({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): string[] {
  const handlers: (Probe | LifecycleHandler | undefined)[] = [
    livenessProbe,
    readinessProbe,
    startupProbe,
    lifecycle?.postStart,
    lifecycle?.preStop,
  ];
  return handlers.flatMap((handler) =>
    [handler?.httpGet?.host, handler?.tcpSocket?.host].flatMap((host) => host || []),
  );
}

const privileged: FindViolation = ({ spec }) => {
  const names = containersThat(spec, ({ securityContext }) => securityContext?.privileged === true);
  if (names.length === 0) return undefined;
  return {
    reason: 'privileged',
    detail: `${containers(names)} must not set securityContext.privileged=true`,
  };
};

export const procMount: FindViolation = ({ spec }) => {
  const names = containersThat(spec, (container) => unmasked(container).length > 0);
  if (names.length === 0) return undefined;
  const types = quoted(distinct(containersOf(spec).flatMap(unmasked)));
  return {
    reason: 'procMount',
    detail: `${containers(names)} must not set securityContext.procMount to ${types}`,
  };
};

function unmasked({ securityContext }: Container): string[] {
  const { procMount: type = 'Default' } = securityContext ?? {};
  return type === 'Default' ? [] : [type];
}

function sysctlsExcept(allowed: readonly string[]): FindViolation {
  return ({ spec }) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => name);
    const forbidden = names.filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}

const windowsHostProcess: FindViolation = ({ spec }) => {
  const wrong = setters(spec, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
  if (wrong === '') return undefined;
  return {
    reason: 'hostProcess',
    detail: `${wrong} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};

export function uses(subject: string, subjects: readonly string[]): string {
  return `${subject} ${subjects.length === 1 ? 'uses' : 'use'}`;
}

/** The checks of the baseline level, in the order of messages. */
export const baselineChecks: readonly Check[] = [
  { id: 'appArmorProfile', versions: [{ since: 0, violation: forbiddenAppArmorProfile }] },
  { id: 'capabilities_baseline', versions: [{ since: 0, violation: addedCapabilities }] },
  { id: 'hostNamespaces', versions: [{ since: 0, violation: hostNamespaces }] },
  { id: 'hostPathVolumes', versions: [{ since: 0, violation: hostPathVolumes }] },
  { id: 'hostPorts', versions: [{ since: 0, violation: hostPorts }] },
  { id: 'hostProbesAndHostLifecycle', versions: [{ since: 34, violation: probeHosts }] },
  { id: 'privileged', versions: [{ since: 0, violation: privileged }] },
  {
    id: 'procMount',
    versions: [
      { since: 0, violation: procMount },
      { since: 35, violation: exceptInUserNamespace(procMount) },
    ],
  },
  {
    id: 'seLinuxOptions',
    versions: [
      { since: 0, violation: seLinuxOptionsExcept(seLinuxTypes) },
      { since: 31, violation: seLinuxOptionsExcept([...seLinuxTypes, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      { since: 0, violation: forbiddenSeccompAnnotations },
      { since: 19, violation: forbiddenSeccompProfile },
    ],
  },
  {
    id: 'sysctls',
    versions: [
      { since: 0, violation: sysctlsExcept(sysctlsOf1_0) },
      { since: 27, violation: sysctlsExcept(sysctlsOf1_27) },
      { since: 29, violation: sysctlsExcept(sysctlsOf1_29) },
      { since: 32, violation: sysctlsExcept(sysctlsOf1_32) },
    ],
  },
  { id: 'windowsHostProcess', versions: [{ since: 0, violation: windowsHostProcess }] },
];

import { type FieldError, invalid } from '../field-errors.ts';
import { qualifiedNameProblems } from '../names.ts';

const ofContainers = ['cpu', 'memory', 'ephemeral-storage'];
const counted = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const ofQuotas = [
  ...ofContainers.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  'requests.storage',
  ...counted,
];
const standard = [...ofQuotas, 'storage'];

/** Whether a name of a quota's limits belongs to Kubernetes. */
export function isStandardInQuotas(name: string): boolean {
  return ofQuotas.includes(name) || /^(requests\.)?hugepages-/.test(name);
}

/** Whether only whole numbers of a resource exist. */
export function isCounted(name: string): boolean {
  return counted.includes(name) || (isExtendedResource(name) && !name.startsWith('requests.'));
}

/** Whether a resource belongs to a device plug-in, such as `nvidia.com/gpu`. */
export function isExtendedResource(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/');
}

/** Names of resources are standard or fully qualified. */
export function validateResourceName(name: string, path: string): FieldError[] {
  const problems = qualifiedNameProblems(name).map((problem) => invalid(path, name, problem));
  if (problems.length > 0 || name.includes('/')) return problems;
  const isStandard = standard.includes(name) || /^(requests\.)?hugepages-/.test(name);
  return isStandard ? [] : [invalid(path, name, 'must be a standard resource type or fully qualified')];
}

/** Names of resources that containers can request. */
export function validateContainerResourceName(name: string, path: string): FieldError[] {
  const problems = validateResourceName(name, path);
  const isKnown = name.includes('/') || ofContainers.includes(name) || name.startsWith('hugepages-');
  if (isKnown) return problems;
  return [...problems, invalid(path, name, 'must be a standard resource for containers')];
}

/** Names of what a quota limits. */
export function validateQuotaResourceName(name: string, path: string): FieldError[] {
  const problems = validateResourceName(name, path);
  if (name.includes('/') || isStandardInQuotas(name)) return problems;
  return [...problems, invalid(path, name, 'must be a standard resource for quota')];
}

/** The path of an amount, such as `spec.hard[cpu]`. */
export function amountPath(path: string, name: string): string {
  return `${path}[${name}]`;
}

import type { Access } from '@opgen/testing';

/** `patch deployments.apps default/shop`. */
export function accessText(access: Access): string {
  const { verb, group = '', resource, subresource, namespace, name, nonResourcePath } = access;
  if (resource === undefined) return `${verb} ${nonResourcePath}`;
  const type = `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  const object = [namespace, name].filter((part) => part !== undefined).join('/');
  return `${verb} ${type}${object === '' ? '' : ` ${object}`}`;
}

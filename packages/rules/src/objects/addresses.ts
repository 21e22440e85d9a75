import { type FieldError, invalid, required } from '../field-errors.ts';
import { parseCidr, validateCanonicalIp, validateCidr } from '../ip/validate-ip.ts';
import { isObject, metadataIn } from '../json.ts';
import {
  dns1123Subdomain,
  objectIn,
  optionalText,
  pathSegment,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import type { Validation } from './validation.ts';

export const validateIpAddress: Validation = (address) => [
  ...validateCanonicalIp(textIn(metadataIn(address), 'name'), 'metadata.name'),
  ...validateParent(objectIn(address, 'spec')['parentRef']),
];

function validateParent(parent: unknown): FieldError[] {
  const path = 'spec.parentRef';
  if (!isObject(parent)) return [required(path)];
  return [
    ...optionalText(textIn(parent, 'group'), `${path}.group`, dns1123Subdomain),
    ...requiredText(textIn(parent, 'resource'), `${path}.resource`, pathSegment),
    ...requiredText(textIn(parent, 'name'), `${path}.name`, pathSegment),
    ...optionalText(textIn(parent, 'namespace'), `${path}.namespace`, pathSegment),
  ];
}

export const validateServiceCidr: Validation = (serviceCidr) => {
  const cidrs = textsIn(objectIn(serviceCidr, 'spec')['cidrs']);
  const path = 'spec.cidrs';
  if (cidrs.length === 0) return [required(path, 'at least one CIDR required')];
  if (cidrs.length > 2) return [invalid(path, { cidrs }, 'may only hold up to 2 values')];
  const families = new Set(cidrs.map((cidr) => parseCidr(cidr)?.family));
  const rule = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [
    ...(families.size < cidrs.length ? [invalid(path, cidrs, rule)] : []),
    ...cidrs.flatMap((cidr, i) => validateCidr(cidr, `${path}[${i}]`)),
  ];
};

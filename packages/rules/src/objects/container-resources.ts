import { type FieldError, forbidden, invalid, required } from '../field-errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { notNegativeQuantity, objectIn, quantityOf, textIn } from './fields.ts';
import { isCounted, isExtendedResource, validateContainerResourceName } from './resource-names.ts';

/** What a container requests and is limited to. */
export function validateContainerResources(
  resources: JsonObject,
  path: string,
  claims: readonly unknown[],
): FieldError[] {
  const [requests, limits] = [objectIn(resources, 'requests'), objectIn(resources, 'limits')];
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const isAlone = !names.includes('cpu') && !names.includes('memory');
  return [
    ...validateAmounts(limits, `${path}.limits`),
    ...validateAmounts(requests, `${path}.requests`),
    ...Object.keys(requests).flatMap((name) => validateRequest(name, requests, limits, path)),
    ...(names.some(isHugePages) && isAlone ? [forbidden(path, 'HugePages require cpu or memory')] : []),
    ...objectsIn(resources['claims']).flatMap((claim, i) =>
      claims.includes(claim['name']) ? [] : [unknownClaim(claim, `${path}.claims[${i}]`, claims)],
    ),
  ];
}

function validateAmounts(amounts: JsonObject, path: string): FieldError[] {
  return Object.entries(amounts).flatMap(([name, value]) => {
    const at = `${path}[${name}]`;
    const quantity = quantityOf(value);
    const isFraction = quantity !== undefined && !Number.isInteger(quantity.toNumber());
    return [
      ...validateContainerResourceName(name, at),
      ...notNegativeQuantity(value, at),
      ...(isFraction && isCounted(name) ? [invalid(at, String(quantity), 'must be an integer')] : []),
    ];
  });
}

function validateRequest(name: string, requests: JsonObject, limits: JsonObject, path: string): FieldError[] {
  const [requested, limit] = [quantityOf(requests[name]), quantityOf(limits[name])];
  const isFixed = isExtendedResource(name) || isHugePages(name);
  if (requested === undefined) return [];
  if (limit === undefined)
    return isFixed ? [required(`${path}.limits`, 'Limit must be set for non overcommitable resources')] : [];
  const at = `${path}.requests`;
  if (isFixed && requested.compare(limit) !== 0)
    return [invalid(at, String(requested), `must be equal to ${name} limit of ${limit}`)];
  return requested.compare(limit) > 0
    ? [invalid(at, String(requested), `must be less than or equal to ${name} limit of ${limit}`)]
    : [];
}

function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

function unknownClaim(claim: JsonObject, field: string, claims: readonly unknown[]): FieldError {
  const rest = claims.length === 0 ? ' which is empty' : '';
  const detail = `must be one of the names in pod.spec.resourceClaims${rest}`;
  return { type: 'NotFound', field, value: textIn(claim, 'name'), detail };
}

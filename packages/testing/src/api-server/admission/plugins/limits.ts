import type { Quantity } from '@opgen/rules/quantity';
import type { LimitRangeItem, PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { quantities, type Resources } from '../../../amounts/resources.ts';

/** What is wrong with the requests and limits of a Pod or container. */
export function problemsOfAmounts(item: LimitRangeItem, requests: Resources, limits: Resources): string[] {
  const { type } = item;
  return [
    ...each(item.min, (name, min) => belowMinimum(type, name, min, requests.get(name), limits.get(name))),
    ...each(item.max, (name, max) => aboveMaximum(type, name, max, requests.get(name), limits.get(name))),
    ...each(item.maxLimitRequestRatio, (name, ratio) =>
      aboveRatio(type, name, ratio, requests.get(name), limits.get(name)),
    ),
  ];
}

/** What is wrong with the requested storage of a claim. */
export function problemsOfClaim(
  { type, min, max }: LimitRangeItem,
  { spec }: PersistentVolumeClaim,
): string[] {
  if (type !== 'PersistentVolumeClaim') return [];
  const requests = quantities(spec.resources?.requests);
  return [
    ...each(min, (name, least) => belowMinimum(type, name, least, requests.get(name))),
    ...each(max, (name, most) => {
      const request = requests.get(name);
      const rule = `maximum ${name} usage per ${type} is ${most}`;
      if (request === undefined) return `${rule}.  No request is specified`;
      return request.compare(most) > 0 ? `${rule}, but request is ${request}` : undefined;
    }),
  ];
}

function each(
  limits: LimitRangeItem['min'],
  check: (name: string, limit: Quantity) => string | undefined,
): string[] {
  return [...quantities(limits)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, limit]) => check(name, limit) ?? []);
}

function belowMinimum(
  type: string,
  name: string,
  min: Quantity,
  request: Quantity | undefined,
  limit?: Quantity,
): string | undefined {
  const rule = `minimum ${name} usage per ${type} is ${min}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  if (request.compare(min) < 0) return `${rule}, but request is ${request}`;
  return limit !== undefined && limit.compare(min) < 0 ? `${rule}, but limit is ${limit}` : undefined;
}

function aboveMaximum(
  type: string,
  name: string,
  max: Quantity,
  request: Quantity | undefined,
  limit: Quantity | undefined,
): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${max}`;
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (limit.compare(max) > 0) return `${rule}, but limit is ${limit}`;
  return request !== undefined && request.compare(max) > 0 ? `${rule}, but request is ${request}` : undefined;
}

function aboveRatio(
  type: string,
  name: string,
  max: Quantity,
  request: Quantity | undefined,
  limit: Quantity | undefined,
): string | undefined {
  const rule = `${name} max limit to request ratio per ${type} is ${max}`;
  if (request === undefined || request.compare(0) === 0)
    return `${rule}, but no request is specified or request is 0`;
  if (limit === undefined || limit.compare(0) === 0)
    return `${rule}, but no limit is specified or limit is 0`;
  const ratio = limit.toNumber() / request.toNumber();
  return ratio > max.toNumber() ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

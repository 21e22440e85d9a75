import { Quantity } from '@opgen/rules/quantity';
import type { ResourceQuota } from '@opgen/runtime/kinds/core/v1';
import { only, quantities, type ResourceList, type Resources, sum } from '../../amounts/resources.ts';
import type { Attributes } from '../admission/attributes.ts';
import { forbidden } from '../admission/forbidden.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Evaluator } from './evaluator.ts';
import { isInScopes } from './usage.ts';

const zero = new Quantity(0n);

/** The quotas that a write changes, with their new usage. Throws a StatusError if it exceeds one of them. */
export function charged(
  quotas: readonly ResourceQuota[],
  attributes: Attributes,
  evaluator: Evaluator,
  now: Date,
): ResourceQuota[] {
  const { object, oldObject } = attributes;
  if (object === undefined) return [];
  const applicable = quotas.filter((quota) => applies(quota, evaluator, object));
  for (const quota of applicable) requireCountable(quota, evaluator, attributes, object);
  const usage = evaluator.usageOf(object, now);
  const negative = namesWhere(usage, (amount) => amount.compare(zero) < 0);
  if (negative.length > 0)
    throw forbidden(attributes, `quota usage is negative for resource(s): ${negative.join(',')}`);
  const increase = oldObject === undefined ? usage : increased(usage, evaluator.usageOf(oldObject, now));
  return applicable.flatMap((quota) => {
    const isCounted = oldObject !== undefined && applies(quota, evaluator, oldObject);
    return withCharge(quota, isCounted ? increase : usage, attributes);
  });
}

function applies(quota: ResourceQuota, evaluator: Evaluator, object: StoredObject): boolean {
  const isAboutKind = Object.keys(quota.status?.hard ?? {}).some((name) => evaluator.isAbout(name));
  return isAboutKind && isInScopes(quota, evaluator, object);
}

function requireCountable(
  { metadata, status }: ResourceQuota,
  evaluator: Evaluator,
  attributes: Attributes,
  object: StoredObject,
): void {
  const names = Object.keys(status?.hard ?? {}).filter((name) => evaluator.isAbout(name));
  const problem = evaluator.problemOf?.(names, object);
  if (problem !== undefined) throw forbidden(attributes, `failed quota: ${metadata.name}: ${problem}`);
  if (names.every((name) => status?.used?.[name] !== undefined)) return;
  const cause = `status unknown for quota: ${metadata.name}, resources: ${names.toSorted().join(',')}`;
  throw forbidden(attributes, cause);
}

function withCharge(quota: ResourceQuota, usage: Resources, attributes: Attributes): ResourceQuota[] {
  const hard = quantities(quota.status?.hard);
  const used = quantities(quota.status?.used);
  const requested = only(usage, (name) => hard.has(name) && usage.get(name)?.compare(zero) !== 0);
  if (requested.size === 0) return [];
  const next = sum(used, requested);
  const exceeded = namesWhere(requested, (_, name) => next.get(name)?.compare(hard.get(name) ?? zero) === 1);
  if (exceeded.length > 0 && attributes.subresource !== 'status') {
    const shown = (amounts: Resources): string =>
      exceeded.flatMap((name) => (amounts.has(name) ? `${name}=${amounts.get(name)}` : [])).join(',');
    const cause = `exceeded quota: ${quota.metadata.name}, requested: ${shown(requested)}, used: ${shown(used)}, limited: ${shown(hard)}`;
    throw forbidden(attributes, cause);
  }
  return [{ ...quota, status: { ...quota.status, used: listOf(next) } }];
}

/** What is used more than before. */
function increased(usage: Resources, before: Resources): Resources {
  const differences = [...usage].map(
    ([name, amount]) => [name, amount.subtract(before.get(name) ?? zero)] as const,
  );
  return new Map(differences.filter(([, amount]) => amount.compare(zero) > 0));
}

function namesWhere(amounts: Resources, matches: (amount: Quantity, name: string) => boolean): string[] {
  return [...amounts].flatMap(([name, amount]) => (matches(amount, name) ? name : [])).toSorted();
}

/** Amounts as objects contain them. */
function listOf(amounts: Resources): ResourceList & Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, String(amount)]));
}

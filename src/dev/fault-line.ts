import type { Access, FaultRates } from '@opgen/testing';
import type { FaultState, InjectedFault } from './fault-injection.ts';

/** One line about a fault: `fault conflict · update memcacheds.cache.example.com/status default/shop`. */
export function faultLine({ fault, access }: InjectedFault): string {
  return `fault ${fault} · ${accessText(access)}`;
}

/** One line about what is injected now: `chaos on · seed 7 · conflict 10%, throttled 5%`. */
export function chaosLine({ active, seed, rates }: FaultState): string {
  return active ? `chaos on · seed ${seed} · ${ratesText(rates)}` : 'chaos off';
}

function accessText(access: Access): string {
  const { verb, group = '', resource, subresource, namespace, name, nonResourcePath } = access;
  if (resource === undefined) return `${verb} ${nonResourcePath}`;
  const type = `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  const object = [namespace, name].filter((part) => part !== undefined).join('/');
  return `${verb} ${type}${object === '' ? '' : ` ${object}`}`;
}

function ratesText(rates: FaultRates): string {
  return Object.entries(rates)
    .filter(([, rate = 0]) => rate > 0)
    .map(([fault, rate = 0]) => `${fault} ${Number((rate * 100).toFixed(1))}%`)
    .join(', ');
}

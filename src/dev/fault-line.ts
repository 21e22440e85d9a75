import { accessText } from './access-text.ts';
import type { InjectedFault } from './fault-injection.ts';
import type { FaultRates, FaultsView } from './page/model/messages.ts';

/** One line about a fault: `fault conflict · update memcacheds.cache.example.com/status default/shop`. */
export function faultLine({ fault, access }: InjectedFault): string {
  return `fault ${fault} · ${accessText(access)}`;
}

/** One line about what is injected now: `chaos on · seed 7 · conflict 10%, throttled 5%`. */
export function chaosLine({ active, seed, rates }: FaultsView): string {
  return active ? `chaos on · seed ${seed} · ${ratesText(rates)}` : 'chaos off';
}

function ratesText(rates: FaultRates): string {
  return Object.entries(rates)
    .filter(([, rate = 0]) => rate > 0)
    .map(([fault, rate = 0]) => `${fault} ${Number((rate * 100).toFixed(1))}%`)
    .join(', ');
}

import { faultRates } from '../../dev/fault-rates.ts';
import type { PageOptions } from '../../dev/page/page.ts';
import type { OperatorControls } from './operator-controls.ts';

/** What people do to the operator in the page. */
export function operatorActions(controls: () => OperatorControls | undefined): PageOptions['operator'] {
  const running = (): OperatorControls => {
    const current = controls();
    if (current === undefined) throw new Error('the operator has not started yet');
    return current;
  };
  return {
    async injectFaults({ active, rates }) {
      const chosen = rates && Object.entries(rates).map(([fault, rate]) => `${fault}=${rate}`);
      running().injectFaults(active, chosen && faultRates(chosen));
      return null;
    },
    async killOperator() {
      await running().killOperator();
      return null;
    },
    async crashOperator({ response, writes }) {
      if (!Number.isInteger(writes) || writes < 1) throw new Error('the number of writes must be at least 1');
      running().crashAt({ writes, response: response === 'delivered' ? 'delivered' : 'lost' });
      return null;
    },
  };
}

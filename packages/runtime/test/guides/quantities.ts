/** Compiled, never run: the example of the guide. */
import { deny, type Duration, type Quantity } from '@opgen/runtime';
import { parseDuration, parseQuantity } from '@opgen/runtime/quantities';

export function check(requests: { cpu: Quantity }, limits: { cpu: Quantity }, timeout: Duration): number {
  const total = parseQuantity(requests.cpu).add('500m');
  if (total.compare(limits.cpu) > 0) deny(`${total} is more than the limit ${limits.cpu}`);
  const patience = parseDuration(timeout).milliseconds;
  return patience;
}

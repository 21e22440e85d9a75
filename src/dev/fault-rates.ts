import { type Fault, type FaultRates, usualRates } from '@opgen/testing';
import { UserError } from '../diagnostics.ts';
import { unknownFault } from './diagnostics.ts';

/** The probability of a fault that is chosen by name only and is not among the usual ones. */
const defaultRate = 0.1;

/** Reads `conflict`, which has its usual probability, and `conflict=0.5`. */
export function faultRates(chosen: readonly string[]): FaultRates {
  return Object.fromEntries(chosen.map(readFault));
}

function readFault(text: string): [Fault, number] {
  const [name = '', rate] = text.split('=', 2);
  if (!isFault(name)) throw unknown(text, `use ${Object.keys(usualRates).join(', ')}`);
  const probability = rate === undefined ? usualRates[name] || defaultRate : Number(rate);
  if (rate === '' || !(probability >= 0 && probability <= 1))
    throw unknown(text, `write a probability from 0 to 1, such as ${name}=0.5`);
  return [name, probability];
}

function isFault(name: string): name is Fault {
  return Object.hasOwn(usualRates, name);
}

function unknown(text: string, hint: string): UserError {
  return new UserError(unknownFault({ message: `invalid fault ${text}`, hint }));
}

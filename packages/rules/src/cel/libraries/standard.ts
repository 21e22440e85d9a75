import type { Library } from '../functions/overload.ts';
import { conversions } from './conversions.ts';
import { operators } from './operators.ts';
import { text } from './text.ts';
import { time } from './time.ts';

/** The standard library of CEL. */
export const standard: readonly Library[] = [operators, conversions, text, time];

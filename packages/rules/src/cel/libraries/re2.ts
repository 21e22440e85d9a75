import { Machine } from '../../re2/machine.ts';
import { PatternError } from '../../re2/pattern.ts';
import { EvaluationError } from '../values/evaluation-error.ts';

/** Compiles a pattern that is known only at run time. */
export function matcher(pattern: string): Machine {
  try {
    return new Machine(pattern);
  } catch (error) {
    if (error instanceof PatternError) throw new EvaluationError(error.message);
    throw error;
  }
}

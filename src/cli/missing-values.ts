import { type Diagnostic, UserError } from '../diagnostics.ts';
import type { Session } from './session.ts';

export interface NeededValue {
  /** Such as `--domain`. */
  flag: string;
  /** What is asked on a terminal. */
  question: string;
  example: string;
}

/**
 * Fills in the values that a command cannot do without: asked for on a terminal, else one error for all of them
 * whose hint is the whole command to run.
 */
export async function needValues<Flag extends string>(
  session: Session,
  command: string,
  needed: Readonly<Record<Flag, NeededValue>>,
  given: Readonly<{ [name in NoInfer<Flag>]?: string }>,
  args: readonly string[] = [],
): Promise<Record<Flag, string>> {
  const values: Partial<Record<Flag, string>> = { ...given };
  const flags = Object.keys(needed) as Flag[];
  if (session.ask !== undefined) {
    for (const flag of flags)
      values[flag] ||= await session.ask(`${needed[flag].question} (such as ${needed[flag].example}):`);
  }
  const missing = flags.filter((flag) => (values[flag] ?? '') === '');
  if (missing.length === 0) return values as Record<Flag, string>;

  const whole = flags.map((flag) => `${needed[flag].flag} ${values[flag] || needed[flag].example}`);
  const hint = ['opgen', command, ...args, ...whole].join(' ');
  throw new UserError(
    missing.map((flag, index): Diagnostic => ({
      code: 'OPG4002',
      severity: 'error',
      message: `${needed[flag].flag} is missing: ${needed[flag].question}`,
      ...(index === missing.length - 1 && { hint }),
    })),
  );
}

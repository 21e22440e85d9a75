import { UserError } from '../../diagnostics.ts';
import type { ActionContext } from '../action-context.ts';
import { missingValue } from '../diagnostics.ts';

export interface RequiredValue {
  /** Such as `--domain`. */
  flag: string;
  /** What is asked on a terminal. */
  question: string;
  example: string;
}

/**
 * Completes the values that a command requires: asks for them on a terminal, else fails with one error for all of
 * them, whose hint is the whole command to run.
 */
export async function askForValues<Name extends string>(
  { ask }: Pick<ActionContext, 'ask'>,
  command: string,
  required: Readonly<Record<Name, RequiredValue>>,
  given: Readonly<{ [name in NoInfer<Name>]?: string | undefined }>,
  args: readonly string[] = [],
): Promise<Record<Name, string>> {
  const values: { [name in Name]?: string | undefined } = { ...given };
  const names = Object.keys(required) as Name[];
  if (ask !== undefined) {
    for (const name of names)
      values[name] ||= await ask(`${required[name].question} (such as ${required[name].example}):`);
  }
  const missing = names.filter((name) => (values[name] ?? '') === '');
  if (missing.length === 0) return values as Record<Name, string>;

  const whole = names.map((name) => `${required[name].flag} ${values[name] || required[name].example}`);
  const hint = ['opgen', command, ...args, ...whole].join(' ');
  throw new UserError(
    missing.map((name, index) =>
      missingValue({
        message: `${required[name].flag} is required: ${required[name].question}`,
        hint: index === missing.length - 1 ? hint : undefined,
      }),
    ),
  );
}

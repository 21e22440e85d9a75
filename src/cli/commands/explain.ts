import { Command } from 'commander';
import { UserError, didYouMean } from '../../diagnostics.ts';
import { withCommonOptions } from '../common-options.ts';
import type { Deliver } from '../outcome.ts';
import type { Session } from '../session.ts';

export function explainCommand(_session: Session, deliver: Deliver): Command {
  const command = new Command('explain')
    .description('Tell more about the code of an error')
    .argument('[code]', 'such as OPG3004; without one, all codes are listed');
  return withCommonOptions(command).action((code: string | undefined) =>
    deliver(async () => {
      const { allCodes } = await import('../all-codes.ts');
      if (code === undefined) {
        const text = Object.entries(allCodes).map(([known, { title }]) => `${known}  ${title}`);
        return { data: allCodes, text: text.join('\n') };
      }
      const known = code.toUpperCase().replace(/^(?=\d)/, 'OPG');
      const found = allCodes[known];
      if (found === undefined) {
        const hint = didYouMean(known, Object.keys(allCodes)) ?? 'opgen explain lists all codes';
        throw new UserError({
          code: 'OPG4004',
          severity: 'error',
          message: `there is no code ${known}`,
          hint,
        });
      }
      return { data: { code: known, ...found }, text: `${known}: ${found.title}\n\n${found.explanation}` };
    }),
  );
}

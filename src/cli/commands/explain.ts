import { Command } from 'commander';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function explainCommand(run: RunAction): Command {
  const command = new Command('explain')
    .description('Explain an error code, with an example')
    .argument('[code]', 'such as OPG3004; without it, all codes are listed');
  return withCommonOptions(command).action((code: string | undefined) =>
    run(async ({ width }) => {
      const { explainCode, listCodes } = await import('../explain-code.ts');
      return code === undefined ? listCodes() : explainCode(code, width);
    }),
  );
}

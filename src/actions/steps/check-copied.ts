import { UserError } from '../../diagnostics.ts';
import { uncopiableVersion } from '../../scaffold/diagnostics.ts';
import { readSourceFile } from '../../source/read-source-file.ts';

/** A copy of a file with syntax errors would have the same errors. */
export function checkCopied({ path, text }: { path: string; text: string }): void {
  const [first] = readSourceFile(path, text).syntaxErrors;
  if (first === undefined) return;
  throw new UserError(
    uncopiableVersion({
      message: `cannot copy ${path}: ${first.message}`,
      hint: 'fix it and run the command again',
      place: first.place,
    }),
  );
}

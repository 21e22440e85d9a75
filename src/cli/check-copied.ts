import { UserError } from '../diagnostics.ts';
import { readSourceFile } from '../source/read-source-file.ts';

/** A type that is no TypeScript would be no better as a copy. */
export function checkCopied({ path, text }: { path: string; text: string }): void {
  const [first] = readSourceFile(path, text).syntaxErrors;
  if (first === undefined) return;
  throw new UserError({
    code: 'OPG3019',
    severity: 'error',
    message: `${path} cannot be copied: ${first.message}`,
    hint: 'correct it, and repeat the command',
    place: first.place,
  });
}

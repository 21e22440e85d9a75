import { type Command, InvalidArgumentError } from 'commander';

export interface CommonFlags {
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

export interface WritingFlags extends CommonFlags {
  dryRun?: boolean;
  diff?: boolean;
}

/** Options that every command has. `main` reads --json and --quiet itself, so that they hold for failures too. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--json', 'print one JSON document, also on failure')
    .option('-q, --quiet', 'print nothing but what is wrong')
    .option('--verbose', 'tell each step, how long it took, and where defects happened');
}

export function withWritingOptions(command: Command): Command {
  return withCommonOptions(
    command
      .option('--dry-run', 'print what would be written')
      .option('--diff', 'print it as a unified diff; writes nothing'),
  );
}

/** For kubebuilder's `--resource=false`. */
export function yesOrNo(text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new InvalidArgumentError('It is true or false.');
}

/** For options that may be repeated or hold a comma list. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())];
}

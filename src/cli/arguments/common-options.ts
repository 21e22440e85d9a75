import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Minor, minorOf, minors } from '@opgen/rules/builtin';

/** Options of every command. `main` reads --json and --quiet itself, so that they apply to failures too. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--json', 'print one JSON document, also on failure')
    .option('-q, --quiet', 'print only errors and warnings')
    .option('--verbose', 'print every step with its duration, and the stack of internal errors');
}

export function withWritingOptions(command: Command): Command {
  return withCommonOptions(
    command
      .option('--dry-run', 'print the changes without writing them')
      .option('--diff', 'print the changes as a unified diff without writing them'),
  );
}

/** For kubebuilder's `--resource=false`. */
export function yesOrNo(text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new InvalidArgumentError('Use true or false.');
}

/** For options that may be repeated or take a comma-separated list. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())];
}

/** Reads a whole number within these limits. */
export function readCount(what: string, least: number, most: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Use a ${what} from ${least} to ${most}.`);
  };
}

/** A minor version of Kubernetes. */
export function readMinor(text: string): Minor {
  const minor = minorOf(text);
  if (minor !== undefined) return minor;
  throw new InvalidArgumentError(`Use one of ${minors.join(', ')}.`);
}

/** The version of the embedded cluster. */
export function clusterVersionOption(): Option {
  const help = `minor version of Kubernetes: ${minors.join(', ')}; default: the newest`;
  return new Option('--version <version>', help).argParser(readMinor);
}

import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '@opgen/rules/duration';

/** Options of commands that run kubectl. */
export function withKubectlOptions(command: Command): Command {
  return command
    .option('--context <name>', 'context of the kubeconfig; default: the current one')
    .option('--kubectl <command>', 'command to run instead of kubectl, such as "minikube kubectl --"');
}

/** Milliseconds of a duration such as `90s` or `5m`. */
export function readDuration(text: string): number {
  try {
    return parseDuration(text).milliseconds;
  } catch {
    throw new InvalidArgumentError('Use a duration such as 90s or 5m.');
  }
}

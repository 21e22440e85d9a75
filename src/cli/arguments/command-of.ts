import type { Command } from 'commander';

/** The deepest command that the arguments name. */
export function commandOf(args: readonly string[], program: Command): Command {
  let command = program;
  for (const argument of args) {
    if (argument.startsWith('-')) continue;
    const next = command.commands.find((known) => known.name() === argument);
    if (next === undefined) break;
    command = next;
  }
  return command;
}

/** `create api` */
export function nameOf(command: Command): string {
  const above = command.parent === null ? '' : nameOf(command.parent);
  return command.parent === null ? '' : `${above} ${command.name()}`.trim();
}
